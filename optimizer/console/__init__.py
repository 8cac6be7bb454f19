"""What the command line shows and how it reads its arguments."""
