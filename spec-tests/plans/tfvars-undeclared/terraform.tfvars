n = 1
zz = 2
