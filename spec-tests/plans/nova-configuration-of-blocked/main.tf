# The first configuration needs a resource of the second one, whose error hides its own.
provider "nova" {
  wrong = 1
  auth {
    user = nova_key.k.id
  }
}

provider "nova" {
  alias = "second"
  wrong = 2
}

resource "nova_key" "k" {
  provider = nova.second
}

resource "nova_key" "other" {}
