provider "nova" { endpoint = "e" }
resource "nova_vm" "v" {
  name = "x"
  addr = {}
  cpu = "many"
  ports = [{ n = 1 }]
  vols = { a = {} }
  nic { net = "a" }
  nic { net = "a" }
  nic { net = "a" }
  nic { net = "a" }
  bogus = 1
  unk {}
}
