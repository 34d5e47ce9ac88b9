resource "terraform_data" "u" {}

# The configured map is unknown as a whole: no key of it is kept.
resource "acme_thing" "unknown" {
  name = "n"
  tags = { for key in [terraform_data.u.id] : key => "x" }
  lifecycle {
    ignore_changes = [tags["k"]]
  }
}

resource "acme_thing" "maybe_null" {
  name = "n"
  tags = terraform_data.u.id == "x" ? { k = "new", l = "x" } : null
  lifecycle {
    ignore_changes = [tags["k"]]
  }
}

# A key is kept of a known map with an unknown element.
resource "acme_thing" "element" {
  name = "n"
  tags = { k = "new", l = terraform_data.u.id }
  lifecycle {
    ignore_changes = [tags["k"]]
  }
}

# A null map stays null if the object does not have the key, and has only the key otherwise.
resource "acme_thing" "null_without_key" {
  name = "n"
  lifecycle {
    ignore_changes = [tags["k"]]
  }
}

resource "acme_thing" "null_with_key" {
  name = "n"
  lifecycle {
    ignore_changes = [tags["k"]]
  }
}

resource "acme_thing" "no_prior" {
  name = "n"
  tags = { k = "new" }
  lifecycle {
    ignore_changes = [tags["k"]]
  }
}
