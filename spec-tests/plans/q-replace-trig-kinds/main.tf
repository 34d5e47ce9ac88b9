resource "terraform_data" "t" {
  count = 2
  input = count.index + 1
}
resource "terraform_data" "a" {
  lifecycle { replace_triggered_by = [terraform_data.t] }
}
resource "terraform_data" "b" {
  lifecycle { replace_triggered_by = [terraform_data.t[0].input] }
}
resource "terraform_data" "c" {
  lifecycle { replace_triggered_by = [terraform_data.t[1].id] }
}
resource "terraform_data" "d" {
  count = 2
  lifecycle { replace_triggered_by = [terraform_data.t[count.index]] }
}
