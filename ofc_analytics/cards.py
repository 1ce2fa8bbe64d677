UNKNOWN=255
def card_text(c): return "23456789TJQKA"[c//4]+"cdhs"[c%4]
