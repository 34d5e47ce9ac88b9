data "terraform_remote_state" "s" {
  backend = "oss"
  config = {
    bucket = "x"
    assume_role = [{ role_ar = "a" }]
  }
}
