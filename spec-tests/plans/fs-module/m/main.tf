output "a" { value = path.module }
output "b" { value = path.root }
output "c" { value = file("${path.module}/f.txt") }
