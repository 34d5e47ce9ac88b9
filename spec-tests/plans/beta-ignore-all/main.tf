resource "beta_net" "a" {
  cidr = "2"
  tags = { a = "new" }
  opt { k = 1 }
  lifecycle { ignore_changes = all }
}
