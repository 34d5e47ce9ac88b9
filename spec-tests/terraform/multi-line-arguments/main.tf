locals {
  a = [for s in [
    "x",
    "y",
  ] : s]
  b = (
    1 +
    2
  )
  c = {
    for k in ["p", "q"] :
    k => upper(k)
  }
  d = merge(
    { a = 1 },
    { b = 2 },
  )
}
