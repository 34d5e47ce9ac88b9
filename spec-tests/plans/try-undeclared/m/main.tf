output "q" { value = 1 }
