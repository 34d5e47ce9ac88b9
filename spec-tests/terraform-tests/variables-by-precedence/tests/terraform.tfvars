b = "tests"
