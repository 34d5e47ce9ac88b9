variable "e" {
  ephemeral = true
  default   = "q"
}
resource "beta_net" "n" {
  cidr = "1"
  opt {
    k = "1"
  }
  rule {
    from  = 1
    cidrs = [var.e]
  }
}
