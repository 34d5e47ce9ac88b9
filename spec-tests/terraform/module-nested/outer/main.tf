module "inner" {
  source = "../inner"
}
output "deep" {
  value = "outer(${module.inner.text})"
}
