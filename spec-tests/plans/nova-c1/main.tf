provider "nova" { endpoint = "x" }
resource "nova_key" "k" {
  count = 3
  bits = 1
  lifecycle { create_before_destroy = true }
}
resource "nova_vm" "v" {
  for_each = { for i, k in nova_key.k : "k${i}" => k }
  name = each.value.id
  cpu = each.value.bits
  dynamic "nic" {
    for_each = range(each.value.bits)
    iterator = it
    content {
      net = "n${it.value}-${it.key}"
      dynamic "acl" {
        for_each = [for x in ["a", "b"] : x if x != each.key]
        content {
          from = "${it.key}${acl.value}"
        }
      }
    }
  }
  dynamic "prov" {
    for_each = each.value.all
    labels = ["p${prov.key}"]
    content { cmd = [] }
  }
  lifecycle {
    precondition {
      condition = each.value.bits > 0
      error_message = "bits"
    }
    postcondition {
      condition = self.cpu == 1 && self.id != ""
      error_message = "cpu"
    }
    replace_triggered_by = [nova_key.k[0].bits]
  }
}
output "v" { value = [for k, v in nova_vm.v : { k = k, n = v.nic[*].net, p = v.prov }] }
