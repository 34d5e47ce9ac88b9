a = "1e3"
b = [1, 2]
c = 5
s = "hid"
