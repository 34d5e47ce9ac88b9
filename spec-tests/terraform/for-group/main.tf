locals {
  b = { for k, v in { a = 1 } : v => k... }
}
