secret   = 1
plain    = 1
not_null = null
