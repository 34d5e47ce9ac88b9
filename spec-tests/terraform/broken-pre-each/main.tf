resource "terraform_data" "a" {
  for_each = { a = 1 }
  lifecycle {
    precondition {
      condition     = each.value > 0 && each.valu > 0
      error_message = "No ${each.key}."
    }
    postcondition {
      condition     = self.idd != ""
      error_message = "No."
    }
  }
}
