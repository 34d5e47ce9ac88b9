resource "terraform_data" "a" { input = "tab\tnl\nq\"bs\\u\u00e9\U0001F600" }
resource "terraform_data" "b" { input = "é" }
resource "terraform_data" "c" { input = "<script>&amp;" }
resource "terraform_data" "d" { input = "" }
resource "terraform_data" "e" { input = " lead trail " }
output "l" { value = length("👩‍🚀é") }
