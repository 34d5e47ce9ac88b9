data "terraform_remote_state" "x" {
  backend    = "local"
  depends_on = [terraform_data.y]
  config     = {}
}
