moved {
  from = data.terraform_remote_state.x
  to = data.terraform_remote_state.y
}
