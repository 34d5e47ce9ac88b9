provider "acme" {
  alias = "a_0"
  region = terraform_data.none.id
}
