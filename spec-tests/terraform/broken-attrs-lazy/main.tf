locals { a = lazy.x.y }
