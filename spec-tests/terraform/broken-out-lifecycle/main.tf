output "o" {
  value = 1
  lifecycle {
    precondition {
      condition     = true
      error_message = "x"
    }
  }
}
