resource "terraform_data" "a" {
  for_each = toset(["x\u0001y", "é\u0301", "\u200b", "\ue000q","a\u00a0b", "\U000e0001"])
}
