removed {
  from = module.gone
  lifecycle { destroy = false }
}
removed {
  from = terraform_data.old
  lifecycle { destroy = true }
}
