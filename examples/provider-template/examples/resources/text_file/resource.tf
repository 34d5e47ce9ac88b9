resource "text_file" "hello" {
  path    = "${path.module}/hello.txt"
  content = "Hello"
}
