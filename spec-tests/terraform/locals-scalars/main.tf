locals {
  text     = "plain"
  yes      = true
  none     = null
  whole    = 42
  fraction = 1.50
  negative = -7
}
