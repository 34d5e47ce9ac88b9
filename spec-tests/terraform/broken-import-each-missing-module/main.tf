import {
  for_each = toset(["a"])
  to = module.c[each.key].terraform_data.x
  id = "b"
}
