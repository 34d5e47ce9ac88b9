output "v" {
  value = local.nope
}
