resource "terraform_data" "a" {}
output "a" {
  value = "x${terraform_data.a.id}"
}
output "b" {
  value = "${terraform_data.a.id}"
}
output "c" {
  value = "%{ if terraform_data.a.id == "" }a%{ else }b%{ endif }"
}
output "d" {
  value = "%{ for x in ["p", terraform_data.a.id] }${x},%{ endfor }"
}
output "e" {
  value = <<-EOT
    a ${terraform_data.a.id}
      b
  EOT

}
output "f" {
  value = length("abc${terraform_data.a.id}") >= 3
}
output "g" {
  value = "abc${terraform_data.a.id}" == ""
}
output "h" {
  value = upper("a${terraform_data.a.id}")
}
