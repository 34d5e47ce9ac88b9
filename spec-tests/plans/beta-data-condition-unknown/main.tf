resource "terraform_data" "t" {}
data "beta_info" "i" {
  q = "x"
  lifecycle {
    precondition {
      condition = terraform_data.t.id != ""
      error_message = "no"
    }
  }
}
output "q" { value = data.beta_info.i.q }
