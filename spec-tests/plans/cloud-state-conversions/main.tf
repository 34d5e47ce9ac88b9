resource "cloud_network" "n" {
  cidr = "10.0.0.0/16"
  tags = { a = "1", b = null }
}
resource "cloud_network" "o" {
  id = "given"
  cidr = ""
  dns = "true"
  tags = {}
  tags_all = cloud_network.n.tags
}
resource "cloud_instance" "i" {
  cores = "4"
  security_groups = []
  image = null
  tags = { (cloud_network.n.id) = "x" }
  root_disk {
    size = null
    encrypted = "false"
  }
}
resource "cloud_bucket" "b" {
  versioning { enabled = null }
  cors {
    methods = ["GET", 1, true]
    origins = toset(["b", "a"])
  }
  rule {
    on = "true"
    transition { class = 5 }
    transition { class = "5x" }
    expiration { days = "30" }
  }
  grant {
    type = "x"
    perms = ["w", "r", "w"]
  }
}
output "t" { value = cloud_network.n.tags }
output "ta" { value = cloud_network.o.tags_all }
output "oid" { value = cloud_network.o.id }
output "cors" { value = cloud_bucket.b.cors[0].methods[1] }
output "tr" { value = length(cloud_bucket.b.rule[0].transition) }
