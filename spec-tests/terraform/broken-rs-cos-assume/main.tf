data "terraform_remote_state" "s" {
  backend = "cos"
  config = {
    bucket = "x"
    region = "r"
    assume_role = { role_arn = "a" }
  }
}
