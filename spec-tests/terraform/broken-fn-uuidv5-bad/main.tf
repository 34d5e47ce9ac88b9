locals {
  x = uuidv5("foo", "a")
}
