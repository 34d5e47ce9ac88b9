data "terraform_remote_state" "s" {
  backend = "s3"
  config = {
    bucket      = "x"
    key         = "k"
    region      = "r"
    assume_role = { rol_arn = "arn:aws:iam::123456789012:role/x" }
  }
}
