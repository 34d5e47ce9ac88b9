locals { a = max({ a = 1 }...) }
