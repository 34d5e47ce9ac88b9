locals {
  for    = 1
  if     = 2
  in     = 3
  null_  = 4
  object = { for_each = 1, "for" = 2, true = 3, null = 4 }
}
