import {
  for_each = toset(["a"])
  to = terraform_data.x[each.key]
  id = each.key
}
