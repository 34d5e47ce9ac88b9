resource "terraform_data" "a" {
  input = {
    list = [{ a = 1 }, { a = 2 }]
    text = "x"
  }
}
resource "terraform_data" "b" {
  input = [{ a = 1 }]
}
