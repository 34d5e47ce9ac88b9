moved {
  from = terraform_data.a.id
  to   = terraform_data.b.id
}
