locals { a = null + 1 }
