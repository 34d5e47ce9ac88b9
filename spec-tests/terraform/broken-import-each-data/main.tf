import {
  for_each = ["a"]
  to = data.terraform_remote_state.x
  id = "b"
}
