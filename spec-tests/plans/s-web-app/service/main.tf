variable "name" { type = string }
variable "subnet_ids" { type = set(string) }
variable "replicas" {
  type = number
  default = 1
}
resource "terraform_data" "lb" {
  input = { name = var.name, subnets = var.subnet_ids }
  lifecycle {
    precondition {
      condition = length(var.subnet_ids) >= 1
      error_message = "Need subnets."
    }
  }
}
resource "terraform_data" "task" {
  count = var.replicas
  input = "${var.name}-${count.index}-${terraform_data.lb.id}"
  depends_on = [terraform_data.lb]
}
output "endpoint" { value = "https://${terraform_data.lb.id}.example.com" }
output "tasks" { value = terraform_data.task[*].output }
