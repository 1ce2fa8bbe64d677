"""Club and league exports of PPPoker, Portuguese and Russian, and of QPoker, which has the same layout."""
