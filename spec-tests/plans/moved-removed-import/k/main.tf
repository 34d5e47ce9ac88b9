variable "cfg" { type = object({ n = number }) }
resource "terraform_data" "r" {
  count = var.cfg.n
  input = { idx = count.index, of = var.cfg.n }
}
output "n" { value = length(terraform_data.r) }
