
resource "terraform_data" "c" {
  count = 4
  input = { v = count.index == 1 ? "new" : "o${count.index}", same = 1 }
}
resource "terraform_data" "e" {
  for_each = toset(["x", "y", "w"])
  input = { v = each.key == "x" ? "new" : "o${each.key}", same = 1 }
}

resource "terraform_data" "bc" {
  count = 3
  lifecycle { replace_triggered_by = [terraform_data.c[count.index]] }
}
resource "terraform_data" "bcv" {
  count = 3
  lifecycle { replace_triggered_by = [terraform_data.c[count.index].input.v] }
}
resource "terraform_data" "bcs" {
  count = 3
  lifecycle { replace_triggered_by = [terraform_data.c[count.index].input.same] }
}
resource "terraform_data" "be" {
  for_each = toset(["x", "y"])
  lifecycle { replace_triggered_by = [terraform_data.e[each.key].input.v] }
}
resource "terraform_data" "bes" {
  for_each = toset(["x", "y"])
  lifecycle { replace_triggered_by = [terraform_data.e[each.key].input["same"]] }
}
resource "terraform_data" "w" {
  lifecycle { replace_triggered_by = [terraform_data.e["w"]] }
}
resource "terraform_data" "c0" {
  lifecycle { replace_triggered_by = [terraform_data.c[0], terraform_data.c[3]] }
}
resource "terraform_data" "c1" {
  lifecycle { replace_triggered_by = [terraform_data.c[1].id] }
}
resource "terraform_data" "all" {
  lifecycle { replace_triggered_by = [terraform_data.e] }
}
