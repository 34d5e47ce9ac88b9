resource "terraform_data" "a" {
  count = 2
  input = var.nope
}
resource "terraform_data" "b" {
  input = terraform_data.a.id
}
resource "terraform_data" "c" {
  input = terraform_data.a[0].nope
}
resource "terraform_data" "d" {
  input = local.nope
}
resource "terraform_data" "e" {
  input = data.terraform_remote_state.x.outputs
}
resource "terraform_data" "f" {
  input = each.key
}
resource "terraform_data" "g" {
  input = count.index
}
resource "terraform_data" "h" {
  input = self.id
}
resource "terraform_data" "i" {
  input = path.nope
}
resource "terraform_data" "j" {
  input = terraform.nope
}
resource "terraform_data" "k" {
  for_each = { a = 1 }
  input    = each.nope
}
resource "terraform_data" "l" {
  input = terraform_data
}
resource "terraform_data" "m" {
  depends_on = [terraform_data.nope, var.x]
}
output "n" {
  value = nope.x
}
