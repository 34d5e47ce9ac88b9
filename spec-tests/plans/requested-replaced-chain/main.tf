variable "v" {
  default = "2"
}
resource "terraform_data" "trigger" {
  input = var.v
}
resource "terraform_data" "by_attr" {
  input = "same"
  lifecycle {
    replace_triggered_by = [terraform_data.trigger.output]
  }
}
resource "terraform_data" "by_id" {
  input = "same"
  lifecycle {
    replace_triggered_by = [terraform_data.trigger.id]
  }
}
resource "terraform_data" "by_whole" {
  input = "same"
  lifecycle {
    replace_triggered_by = [terraform_data.trigger]
  }
}
resource "terraform_data" "tr" {
  input            = "x"
  triggers_replace = [var.v, "b"]
}
resource "terraform_data" "of_tr" {
  input = terraform_data.tr.id
}
resource "terraform_data" "of_tr_out" {
  input = terraform_data.tr.output
}
resource "terraform_data" "tr_unknown" {
  input            = "x"
  triggers_replace = terraform_data.tr.id
}
resource "terraform_data" "cbd" {
  input            = "x"
  triggers_replace = { a = var.v }
  lifecycle {
    create_before_destroy = true
  }
}
resource "terraform_data" "chain" {
  count = 2
  input = "c"
  lifecycle {
    replace_triggered_by = [terraform_data.tr_unknown]
  }
}
resource "terraform_data" "index" {
  count = 2
  input = "c"
  lifecycle {
    replace_triggered_by = [terraform_data.many[count.index]]
  }
}
resource "terraform_data" "many" {
  count = 2
  input = count.index == 1 ? var.v : "1"
}
resource "terraform_data" "null_trigger" {
  input            = "x"
  triggers_replace = null
}
resource "terraform_data" "new_trigger" {
  input            = "x"
  triggers_replace = "n"
}
resource "terraform_data" "type" {
  input            = { a = 1 }
  triggers_replace = ["1"]
}
output "o" {
  value = [terraform_data.by_attr.id, terraform_data.by_id.id, terraform_data.tr, terraform_data.cbd.output, terraform_data.chain[*].output, terraform_data.index]
}
output "same" {
  value = terraform_data.by_id.output
}
