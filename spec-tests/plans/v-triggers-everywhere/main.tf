
variable "v" { default = "2" }
resource "terraform_data" "t" {
  for_each = toset(["a", "b"])
  input    = each.key == "a" ? var.v : "same"
}
resource "terraform_data" "c" {
  count = 2
  input = count.index == 1 ? var.v : "same"
}
resource "terraform_data" "by_all" {
  lifecycle { replace_triggered_by = [terraform_data.t] }
}
resource "terraform_data" "by_key" {
  for_each = toset(["a", "b"])
  lifecycle { replace_triggered_by = [terraform_data.t[each.key]] }
}
resource "terraform_data" "by_attr" {
  for_each = toset(["a", "b"])
  lifecycle { replace_triggered_by = [terraform_data.t[each.key].input] }
}
resource "terraform_data" "by_index" {
  count = 2
  lifecycle { replace_triggered_by = [terraform_data.c[count.index].output] }
}
resource "terraform_data" "by_id" {
  lifecycle { replace_triggered_by = [terraform_data.t["a"].id] }
}
resource "terraform_data" "chain" {
  input = terraform_data.by_all.id
  lifecycle {
    replace_triggered_by  = [terraform_data.by_all]
    create_before_destroy = true
  }
}
resource "terraform_data" "chain2" {
  input = terraform_data.chain.input
  lifecycle { replace_triggered_by = [terraform_data.chain.id] }
}
resource "terraform_data" "new" {
  lifecycle { replace_triggered_by = [terraform_data.chain] }
}
output "o" { value = [terraform_data.chain2.id, terraform_data.by_id.id, [for k, v in terraform_data.by_key : v.id], terraform_data.by_attr["b"].id] }
