output "shouted" {
  value = provider::text::shout("hello")
}
