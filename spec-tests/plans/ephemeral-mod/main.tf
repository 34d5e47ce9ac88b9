variable "tok" {
  type = string
  ephemeral = true
  default = "t"
}
module "m" {
  source = "./m"
  tok = var.tok
}
locals { l = "${var.tok}x" }
output "o" { value = length(local.l) == 2 ? "a" : "b" }
