resource "terraform_data" "k" { input = ["a"] }
output "i" { value = [terraform_data.k.output][0]["y"] }
output "i2" { value = [tolist(["a"])][0]["y"] }
