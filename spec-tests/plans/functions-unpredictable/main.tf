# Their results are known when the plan is applied, but not null.
resource "terraform_data" "x" {}

output "null" {
  value = [timestamp() == null, uuid() == null, bcrypt("x") == null, bcrypt(terraform_data.x.id) == null]
}

output "conditional" {
  value = timestamp() == null ? 1 : 2
}

output "template" {
  value = "${uuid()}" == null
}

output "values" {
  value = [timestamp(), length(toset([uuid(), timestamp()])), startswith("x${uuid()}", "x"), try(uuid(), "x") == null]
}
