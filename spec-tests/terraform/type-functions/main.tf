locals {
  list   = tolist(["a", "b"])
  set    = toset(["b", "a", "b"])
  map    = tomap({ a = 1 })
  number = tonumber("15")
  text   = tostring(1.5)
  checks = [can(tonumber("x")), can(tonumber("1"))]
}
