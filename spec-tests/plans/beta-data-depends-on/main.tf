resource "beta_net" "a" {
  cidr = "1"
  opt { k = 1 }
}
data "beta_info" "i" {
  q = "x"
  depends_on = [beta_net.a]
}
data "beta_info" "j" {
  q = data.beta_info.i.q
}
resource "beta_app" "x" {
  name = data.beta_info.i.q
  dyn = data.beta_info.j
  must {}
}
