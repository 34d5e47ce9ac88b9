locals {
  list    = [{ id = 1, tags = { a = "x" } }, { id = 2, tags = { a = "y" } }]
  ids     = local.list[*].id
  tags    = local.list[*].tags.a
  legacy  = local.list.*.id
  none    = null
  of_null = local.none[*]
}
