data "terraform_remote_state" "a" {
  backend = "local"
  config = {
    path = "${path.module}/none.tfstate"
  }
  defaults = { a = 1 }
  count    = 0
}
