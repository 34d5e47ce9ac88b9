resource "terraform_data" "a" {
  lifecycle {
    ignore_changes = [zap]
    create_before_destroy = "maybe"
  }
}
output "x" { value = tonumber("x") }
