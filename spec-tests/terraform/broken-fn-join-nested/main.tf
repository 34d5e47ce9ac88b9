locals { a = join(",", [["a"]]) }
