output "o" { value = [{ k = { z = "1" } }] }
