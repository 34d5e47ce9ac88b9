provider "nova" { endpoint = "e" }
resource "nova_vm" "a" {
  name = "n"
  fws = [{ port = 2 }]
  boot { 
    img = "i" 
  }
  pw = "b"
}
