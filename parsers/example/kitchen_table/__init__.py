"""Notes kept at a kitchen table, as `ofc_analytics` reads them."""
