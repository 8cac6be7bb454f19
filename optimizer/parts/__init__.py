"""Parts of a board that are decided on their own: shapes, closed forms, and the whole of them."""
