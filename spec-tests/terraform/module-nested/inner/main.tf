output "text" {
  value = "inner in ${path.module} of ${path.root}"
}
