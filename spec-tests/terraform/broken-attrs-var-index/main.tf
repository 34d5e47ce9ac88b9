variable "x" {}
locals { a = var["x"] }
