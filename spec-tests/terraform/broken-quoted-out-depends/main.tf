output "o" {
  value      = 1
  depends_on = ["terraform_data.c"]
}
