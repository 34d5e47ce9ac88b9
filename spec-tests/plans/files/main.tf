resource "terraform_data" "a" {
  input = { f = file("${path.module}/data.txt"), t = templatefile("t.tpl", { x = "y" }), h = filesha256("data.txt"), e = fileexists("nope"), s = fileset(path.module, "*.txt") }
}
