resource "beta_app" "a" {
  conf = null
  auto = null
  req = []
  must {}
  vol {}
  dync = null
}
resource "beta_app" "b" {
  conf = { deep = null }
  auto = []
  must { a = null }
  vol { spec = null }
  dync = "x"
}
resource "beta_app" "c" {
  conf = { deep = [] }
  auto = [{ u = "1" }, {}]
  must { a = null }
  vol { spec = {} }
}
