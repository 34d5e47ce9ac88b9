resource "cloud_instance" "a" {
  image = "i"
  root_disk {
    size = 10
    kms = cloud_network.n.arn
  }
  metadata {}
  timeouts {}
}
resource "cloud_network" "n" {}
resource "cloud_instance" "b" {
  image = cloud_instance.a.image
  type = cloud_instance.a.type
  cores = cloud_instance.a.root_disk[0].size * 2
  dynamic "root_disk" {
    for_each = cloud_instance.a.root_disk
    content {
      size = root_disk.value.size + 1
      kind = root_disk.value.kind
      encrypted = root_disk.value.name == null
    }
  }
  dynamic "metadata" {
    for_each = cloud_instance.a.metadata
    iterator = it
    content {
      tokens = it.value.tokens
      hops = it.key
    }
  }
  user_data = <<-EOF
    ${cloud_instance.a.image}
      %{ for k, v in { a = 1, b = cloud_network.n.id } }
      ${k} = ${v}
      %{ endfor }
  EOF
}
output "b" { value = cloud_instance.b }
output "pw" {
  value = cloud_instance.a.password
  sensitive = true
}
output "pwlen" {
  value = length(cloud_instance.a.password)
  sensitive = true
}
output "ipc" { value = length(cloud_instance.a.ips) }
output "ip0" { value = cloud_instance.a.ips[0] }
output "ipt" { value = toset(cloud_instance.a.ips) }
output "cond" { value = cloud_instance.a.monitoring ? "on" : "off" }
