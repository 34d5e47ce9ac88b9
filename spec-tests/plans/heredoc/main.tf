output "a" {
  value = <<-EOT
    x ${1 + 1}
      y
    %{ if true ~}
    z
    %{ endif ~}
  EOT
}
output "b" { value = "a%{ for x in ["1", "2"] }${x},%{ endfor }" }
output "c" { value = "$${x} %%{y}" }
