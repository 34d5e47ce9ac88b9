output "a" { value = file("${path.module}/d/x.txt") }
output "b" { value = fileset(path.module, "d/*.txt") }
output "c" { value = templatefile("d/t.tpl", { n = "v", l = [1, 2] }) }
output "d" { value = filesha256("d/x.txt") }
output "e" { value = fileexists("nope") }
output "g" { value = basename(path.module) }
output "h" { value = jsondecode(file("d/j.json")) }
output "i" { value = yamldecode(file("d/y.yaml")) }
output "j" { value = csvdecode("a,b\n1,2") }
output "k" { value = dirname("a/b") }
output "l" { value = filebase64("d/x.txt") }
output "m" { value = pathexpand("x") }
