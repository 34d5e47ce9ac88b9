variable "tok" {
  type = set(string)
  ephemeral = true
  default = ["t"]
}
resource "terraform_data" "a" {
  for_each = var.tok
  input = 1
}
