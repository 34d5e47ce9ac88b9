locals {
  a = file("${path.module}/a.txt")
}
