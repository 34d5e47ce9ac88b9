n = "abc"
m = { a = ["x"] }
