locals {
  foo {
  }
}
