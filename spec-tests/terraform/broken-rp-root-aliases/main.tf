terraform {
  required_providers {
    tf = {
      source = "terraform.io/builtin/terraform"
      configuration_aliases = [tf.x]
    }
  }
}
resource "terraform_data" "x" {
  provider = tf.x
}
