variable "e" {
  ephemeral = true
  default   = "q"
}
resource "beta_app" "a" {
  must {
    a = var.e
  }
}
resource "beta_app" "b" {
  must {
  }
  vol {
    spec = { t = var.e }
  }
}
resource "beta_app" "c" {
  must {
  }
  env "a" {
    v = var.e
  }
}
resource "beta_app" "d" {
  must {
  }
  name = "x"
  conf = { deep = [{ x = var.e }] }
}
resource "beta_app" "e" {
  must {
  }
  dyn = { a = [var.e] }
}
resource "beta_app" "f" {
  must {
    a = var.e
  }
  name = var.e
  vol {
    spec = { t = var.e, wo = var.e }
  }
}
