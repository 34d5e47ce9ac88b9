output "f" {
  value = [file("${path.module}/in.txt"), path.module, fileset(path.module, "*")]
}
