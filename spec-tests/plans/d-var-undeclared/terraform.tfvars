zz = 5
