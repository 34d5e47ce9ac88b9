x = "abc"
y = { a = 1 }
