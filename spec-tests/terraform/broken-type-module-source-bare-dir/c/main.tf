# Empty.
