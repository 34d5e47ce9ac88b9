variable "s" {
  default = ["a", "b"]
  sensitive = true
}
resource "terraform_data" "a" {
  input = [for x in var.s : upper(x)]
  triggers_replace = { for i, x in ["p"] : x => var.s[0] }
}
resource "terraform_data" "b" {
  input = { for x in ["p"] : x => 1 if length(var.s) > 1 }
}
resource "terraform_data" "c" {
  input = { l = length(var.s), k = keys({ a = var.s }), j = jsonencode({ a = var.s }), t = "x-${var.s[0]}", c = var.s[0] == "a" ? 1 : 2, m = merge({ a = 1 }, { b = var.s }), co = concat(["z"], var.s), ns = nonsensitive(var.s[0]), iss = issensitive(var.s) }
}
