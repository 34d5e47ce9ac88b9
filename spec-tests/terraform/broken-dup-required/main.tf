terraform {
  required_providers {
    a = {
      source = "hashicorp/a"
    }
  }
}
terraform {
  required_providers {
    a = {
      source = "hashicorp/a"
    }
  }
}
