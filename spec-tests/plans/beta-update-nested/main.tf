resource "beta_app" "a" {
  name = "n"
  conf = { deep = [{ x = "1" }, { x = "2", z = { k = { q = "new" } } }] }
  auto = [{ u = "a" }, { u = "z" }]
  req = [{ k = "b" }, { k = "c" }]
  must {}
  env "a" { v = "2" }
}
