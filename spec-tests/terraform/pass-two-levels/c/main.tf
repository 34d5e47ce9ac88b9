terraform {
  required_providers {
    tf = {
      source = "terraform.io/builtin/terraform"
      configuration_aliases = [tf.p]
    }
  }
}
module "d" {
  source = "./d"
  providers = {
    tf.r = tf.p
  }
}
