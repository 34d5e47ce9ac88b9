resource "terraform_data" "a" {
  input = self.id
}
resource "terraform_data" "b" {
  input = each.key
}
resource "terraform_data" "c" {
  input = count.index
}
resource "terraform_data" "d" {
  input = var.nope
}
resource "terraform_data" "e" {
  input = local.nope
}
resource "terraform_data" "f" {
  input = module.nope.x
}
resource "terraform_data" "g" {
  input = data.a.b.c
}
resource "terraform_data" "h" {
  input = terraform_data.nope.id
}
resource "terraform_data" "i" {
  input = path.nope
}
resource "terraform_data" "j" {
  input = terraform.nope
}
