variable "p" { default = 80 }
resource "nova_key" "k" { bits = 3 }
data "nova_img" "i" { family = "f" }
check "two" {
  data "nova_img" "in2" { family = "k" }
  assert { 
    condition = length(data.nova_img.in2.sizes) == 0
    error_message = "sizes: ${length(data.nova_img.in2.sizes)}" 
  }
}
check "three" {
  assert { 
    condition = data.nova_img.i.name == "q"
    error_message = sensitive("x")
  }
  assert { 
    condition = nova_key.k.id == "q"
    error_message = "x ${nova_key.k.id}"
  }
  assert { 
    condition = var.p == 81
    error_message = "x ${nova_key.k.id}"
  }
}
module "m" {
  source = "./m"
  count = 2
}
