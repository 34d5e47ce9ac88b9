moved {
  from = terraform_data.a
  to = null_resource.a
}
