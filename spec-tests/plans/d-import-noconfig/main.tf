import {
  to = terraform_data.nope
  id = "x"
}
