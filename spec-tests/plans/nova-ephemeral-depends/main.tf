provider "nova" {
  endpoint = "x"
}
ephemeral "nova_tok" "t" {
  scope      = "s"
  depends_on = [nova_key.k]
}
resource "nova_key" "k" {
  depends_on = [ephemeral.nova_tok.u]
}
ephemeral "nova_tok" "u" {
  scope = sensitive("q")
}
data "nova_img" "i" {
  name       = "x"
  depends_on = [ephemeral.nova_tok.t]
}
output "i" {
  value     = data.nova_img.i
  sensitive = true
}
