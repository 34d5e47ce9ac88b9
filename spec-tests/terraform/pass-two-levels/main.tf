terraform {
  required_providers {
    tf = {
      source = "terraform.io/builtin/terraform"
    }
  }
}
provider "tf" {
  alias = "q"
}
module "c" {
  source = "./c"
  providers = {
    tf.p = tf.q
  }
}
