variable "s" {
  sensitive = true
  default   = "new"
}
import {
  to = terraform_data.imported
  id = "i"
}
resource "terraform_data" "imported" {
  input            = "new"
  triggers_replace = []
  lifecycle {
    ignore_changes = [input]
  }
}
import {
  to = terraform_data.secret
  id = "i"
}
resource "terraform_data" "secret" {
  input            = var.s
  triggers_replace = []
  lifecycle {
    ignore_changes = [input]
  }
}
resource "terraform_data" "one" {
  input            = "new"
  triggers_replace = "new"
  lifecycle {
    ignore_changes = [input]
  }
}
resource "terraform_data" "all" {
  input            = "new"
  triggers_replace = "new"
  lifecycle {
    ignore_changes = all
  }
}
resource "terraform_data" "part" {
  input            = { a = "new", b = "new" }
  triggers_replace = "new"
  lifecycle {
    ignore_changes = [input.a]
  }
}
resource "terraform_data" "guarded" {
  input            = var.s
  triggers_replace = "new"
  lifecycle {
    ignore_changes = [input]
  }
}
resource "terraform_data" "opened" {
  input            = "new"
  triggers_replace = "new"
  lifecycle {
    ignore_changes = [input]
  }
}
resource "terraform_data" "tainted" {
  input            = var.s
  triggers_replace = "new"
  lifecycle {
    ignore_changes = [input]
  }
}
resource "terraform_data" "tainted_open" {
  input            = "new"
  lifecycle {
    ignore_changes = [input]
  }
}
resource "terraform_data" "triggered" {
  input            = var.s
  lifecycle {
    ignore_changes = [input]
    replace_triggered_by = [terraform_data.one]
  }
}
output "seen" {
  value = [
    for each in [
      terraform_data.imported, terraform_data.secret, terraform_data.one, terraform_data.part, terraform_data.guarded,
      terraform_data.opened, terraform_data.tainted, terraform_data.triggered,
    ] : [nonsensitive(each.input), issensitive(each.input), issensitive(each)]
  ]
}
