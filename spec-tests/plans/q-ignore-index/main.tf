resource "terraform_data" "a" {
  input = { a = 5, b = 6, l = [9, 8] }
  lifecycle { ignore_changes = [input.a, input.l[1]] }
}
