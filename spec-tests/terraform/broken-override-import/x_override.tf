import {
  id = "a"
  to = terraform_data.b
}
