locals { a = path["module"] }
