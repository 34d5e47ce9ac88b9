tup = [5, "true", ["1", 2.50]]
obj = { x = "3", extra = 1 }
ml = { a = [true, 1], b = [] }
sn = [3, 1, 2, 1]
