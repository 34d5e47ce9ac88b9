locals {
  a = true ? [1] : "x"
  b = true ? {a = 1} : [1]
  c = true ? tolist([1]) : tomap({})
}
