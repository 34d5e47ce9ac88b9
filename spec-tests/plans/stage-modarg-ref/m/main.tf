output "x" { value = var.none }
