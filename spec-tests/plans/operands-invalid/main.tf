resource "terraform_data" "x" {
  input = "a${[1]}"
}
resource "terraform_data" "y" {
  input = "a" > 1
}
resource "terraform_data" "z" {
  input = null + 1
}
resource "terraform_data" "w" {
  input = !"x"
}
resource "terraform_data" "v" {
  input = true ? 1 : [1]
}
resource "terraform_data" "q" {
  input = [for x in 5 : x]
}
resource "terraform_data" "r" {
  input = { for x in [1, 1] : x => x }
}
resource "terraform_data" "s" {
  input = null.foo
}
resource "terraform_data" "t" {
  input = "abc".foo
}
resource "terraform_data" "u" {
  input = "abc"[0]
}
