version = 2

rule "read" {
  effect    = allow
  actions   = [list, get]
  resources = ["${account}/*"]

  condition {
    source_networks = ["10.0.0.0/8"]
    mfa             = true
  }
}

dynamic "rule" {
  for_each = ["logs", "backups"]
  labels   = ["no-delete-${rule.value}"]

  content {
    effect    = deny
    actions   = [delete]
    resources = ["${account}/${rule.value}/*"]
  }
}
