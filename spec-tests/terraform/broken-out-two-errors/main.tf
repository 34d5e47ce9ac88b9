output "o" {
  value = "${var.a} ${local.b} ${data.c.d.e} ${module.f.g}"
}
