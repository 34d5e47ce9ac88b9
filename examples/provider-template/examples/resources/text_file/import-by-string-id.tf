import {
  to = text_file.hello
  id = "hello.txt"
}
