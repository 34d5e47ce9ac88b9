# Tests of the module, which `hcl2 test` runs without Terraform.

variables {
  size = 3
}

run "names_are_numbered" {
  command = plan

  assert {
    condition     = output.names == ["web-0", "web-1", "web-2"]
    error_message = "Unexpected names: ${join(", ", output.names)}."
  }
}

run "tags_have_the_region" {
  assert {
    condition     = alltrue([for web in terraform_data.web : web.output.tags.region == "eu-1"])
    error_message = "A tag has another region."
  }
}
