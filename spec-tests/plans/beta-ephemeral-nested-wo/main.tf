variable "e" {
  ephemeral = true
  default   = "q"
}
resource "beta_app" "a" {
  must {
  }
  vol {
    size = 1
    spec = { t = "x", wo = var.e }
  }
}
