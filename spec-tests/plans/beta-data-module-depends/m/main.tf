data "beta_info" "i" { q = "x" }
output "o" { value = data.beta_info.i.q }
