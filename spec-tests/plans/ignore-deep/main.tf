resource "terraform_data" "a" {
  input = { a = { b = 2, c = 3 }, d = [1, 2] }
  lifecycle { ignore_changes = [input] }
}
resource "terraform_data" "b" {
  input = 5
  triggers_replace = 2
  lifecycle { ignore_changes = [triggers_replace, output] }
}
