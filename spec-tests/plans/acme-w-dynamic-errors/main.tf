resource "acme_thing" "a" { 
  name = "x" 
  dynamic "rule" {
    for_each = 5
    content { port = 1 }
  }
  dynamic "env" {
    for_each = { a = 1 }
    content { v = "x" }
  }
}
resource "acme_thing" "b" { 
  name = "x" 
  dynamic "rule" {
    for_each = null
    content { port = "abc" }
  }
  dynamic "rule" {
    for_each = [1]
    content { port = "abc" }
  }
}
