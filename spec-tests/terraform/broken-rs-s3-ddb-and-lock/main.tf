data "terraform_remote_state" "s" {
  backend = "s3"
  config = {
    bucket   = "x"
    key      = "k"
    region   = "r"
    allowed_account_ids = ["a"]
    forbidden_account_ids = ["b"]
  }
}
