"""Club and union exports of ClubGG."""
