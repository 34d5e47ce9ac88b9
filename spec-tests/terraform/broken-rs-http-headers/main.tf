data "terraform_remote_state" "s" {
  backend = "http"
  config = {
    address = "http://x"
    headers = ["a"]
  }
}
