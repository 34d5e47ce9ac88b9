variable "p" { default = 5 }
resource "acme_thing" "a" {
  name = ["x"]
}
resource "acme_thing" "b" {
  size = 1
}
resource "acme_thing" "c" {
  name = "n"
  id = "x"
  nope = 1
  rule {}
  grp { 
    a = "1" 
  }
  grp { 
    a = "2" 
  }
  lim {}
  lim {}
  wrong {}
  env {}
  cfg = { zzz = 1 }
}
