locals {
  text   = "héllo 漢字 🎉 ñ"
  ключ   = "value"
  length = length("👩‍👩‍👧x")
  map    = { "ключ" = 1, ü = 2 }
}
