resource "terraform_data" "a" {
  input            = "new"
  triggers_replace = { v = 2 }
  lifecycle {
    create_before_destroy = true
  }
}
resource "terraform_data" "b" {
  input = terraform_data.a.id
  lifecycle {
    replace_triggered_by = [terraform_data.a, terraform_data.c["x"].output]
  }
}
resource "terraform_data" "c" {
  for_each = toset(["x", "y"])
  input    = "${each.key}1"
  lifecycle {
    replace_triggered_by = [terraform_data.a.input]
  }
}
resource "terraform_data" "d" {
  input = sensitive("s")
  triggers_replace = sensitive([1])
}
resource "terraform_data" "e" {
  input = { a = [1, 2], b = terraform_data.a.id }
  lifecycle {
    ignore_changes = [input]
  }
}
output "a" {
  value = terraform_data.a.id
}
output "b" {
  value = terraform_data.b.output
}
output "c" {
  value = terraform_data.c
}
output "d" {
  value     = terraform_data.d
  sensitive = true
}
output "e" {
  value = terraform_data.e
}
