resource "terraform_data" "a" {
  for_each = { x = "1", "y [ z" = "3" }
  input = { (each.key) = each.value, "p q" = "r" }
}
resource "terraform_data" "b" {
  count = 2
  input = count.index
}
resource "terraform_data" "t" {
  for_each = { x = 1, "y [ z" = 2 }
  lifecycle {
    replace_triggered_by = [ terraform_data.a[ each.key ], terraform_data.a [each.key] .input["p q"] ]
  }
}
resource "terraform_data" "u" {
  count = 2
  lifecycle {
    replace_triggered_by = [terraform_data.b[
      count.index
    ].output]
  }
}
