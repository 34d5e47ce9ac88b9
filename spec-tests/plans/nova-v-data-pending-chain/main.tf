provider "nova" {
  endpoint = "e"
}

resource "terraform_data" "t" { input = "x" }
data "nova_img" "a" {
  family     = "f"
  depends_on = [terraform_data.t]
}
data "nova_img" "b" { family = data.nova_img.a.family }
data "nova_img" "c" { family = data.nova_img.a.id }
data "nova_img" "d" {
  count  = 2
  family = "q${count.index}"
  lifecycle {
    precondition {
      condition     = terraform_data.t.input == "x"
      error_message = "no"
    }
    postcondition {
      condition     = self.family != ""
      error_message = "no"
    }
  }
}
module "m" {
  source = "./m"
  in     = data.nova_img.b.family
}
output "o" { value = [data.nova_img.a.family, data.nova_img.b.family, data.nova_img.d[*].family, module.m.o] }
