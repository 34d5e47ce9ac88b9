locals {
  x = [1, 2][5]
}
