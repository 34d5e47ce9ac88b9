terraform {
  required_providers {
    text = {
      source = "example/text"
    }
  }
}

output "shouted" {
  value = provider::text::shout("hello")
}
