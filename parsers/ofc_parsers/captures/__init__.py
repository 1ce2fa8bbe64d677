"""What the parsers of captured messages and other foreign JSON share; no format by itself."""
