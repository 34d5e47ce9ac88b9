data "terraform_remote_state" "s" {
  backend = "s3"
  config = {
    bucket = "x"
    key    = "k"
    region = "r"
    endpoints = "x"
  }
}
