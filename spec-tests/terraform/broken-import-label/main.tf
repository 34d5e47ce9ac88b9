import "x" {
  to = terraform_data.x
  id = "a"
}
