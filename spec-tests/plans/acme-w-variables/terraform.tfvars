given = { a = "1", b = 2 }
nn = null
n = "5"
