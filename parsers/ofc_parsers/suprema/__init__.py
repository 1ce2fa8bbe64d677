"""Grand Union exports of Suprema."""
