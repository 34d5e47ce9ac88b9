variable "n" { default = "nn" }
locals { z = "q" }
resource "acme_thing" "a" {
  name = "lit"
  size = -1
  zone = "a${var.n}"
  tags = { (var.n) = local.z, b = "c" }
  ports = [1, 2]
  any = null
  flag = !true
  objs = [{ a = "x", b = 1 }]
  cfg = { mode = "m" }
  items = [for i in [1] : { k = "v${i}" }]
}
data "acme_data" "d" {
  name = acme_thing.a.arn
  filter { n = "x" }
}
output "x" { value = data.acme_data.d.list[0] }
