"""BlockPoker JSON histories."""
