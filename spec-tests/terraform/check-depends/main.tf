check "x" {
  data "terraform_remote_state" "a" {
    backend = "local"
    depends_on = [terraform_data.y]
  }
  assert {
    condition = data.terraform_remote_state.a.outputs.x == 1
    error_message = "x"
  }
}
resource "terraform_data" "y" {
}
