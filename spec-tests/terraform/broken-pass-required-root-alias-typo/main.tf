terraform {
  required_providers {
    tf = {
      source = "terraform.io/builtin/terraform"
    }
  }
}
module "c" {
  source = "./c"
  providers = {
    tb = tf.foo
  }
}
