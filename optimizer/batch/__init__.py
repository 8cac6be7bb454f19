"""Many boards: in one process, in several, or on a cluster; from files and back."""
