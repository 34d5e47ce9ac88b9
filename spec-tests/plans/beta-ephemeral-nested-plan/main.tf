variable "e" {
  ephemeral = true
  default   = "q"
}
variable "k" {
  default = "b"
}
resource "beta_app" "b" {
  must {
  }
  dynamic "vol" {
    for_each = var.k == "b" ? [1] : []
    content {
      spec = { t = var.k == "b" ? var.e : "n" }
    }
  }
}
resource "beta_net" "n" {
  cidr = "1"
  pass = var.e
  opt {
    k = "1"
    in {
      s = var.e
    }
  }
}
