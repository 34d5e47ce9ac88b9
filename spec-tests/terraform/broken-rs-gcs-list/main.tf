data "terraform_remote_state" "s" {
  backend = "gcs"
  config = {
    bucket = "x"
    impersonate_service_account_delegates = "a"
  }
}
