resource "terraform_data" "a" {}
output "a" { value = "%{ if terraform_data.a.id == "x" }yes%{ else }no%{ endif }" }
output "b" { value = "a-%{ for x in [terraform_data.a.id, "z"] }${x},%{ endfor }" }
output "c" { value = "${terraform_data.a.id}" }
output "d" { value = <<-EOT
  line ${terraform_data.a.id}
  end
EOT
}
output "e" { value = templatestring("hi $${x}", { x = "y" }) }
