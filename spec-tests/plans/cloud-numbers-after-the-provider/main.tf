variable "zero" {
  type    = number
  default = 0
}

resource "cloud_fn" "f" {
  name = "f"
  group_cfg {
    min = 1
    max = 3
  }
}

resource "cloud_fn" "zero" {
  name = "z"
  group_cfg {
    min = -var.zero
    max = 0.5
  }
}

resource "cloud_fn" "parsed" {
  name = "p"
  group_cfg {
    min = 0.1
    max = 12345678901234567890123
  }
}

resource "cloud_instance" "i" {
  image = "x"
  dynamic "nic" {
    for_each = [-var.zero, 0.1, 0.05]
    content {
      index  = nic.value
      nic_id = "n"
    }
  }
}

resource "terraform_data" "zero" {
  input = -var.zero
}

output "ratio" {
  value = tostring(cloud_fn.f.group_cfg.min / cloud_fn.f.group_cfg.max)
}

output "ratio_of_configuration" {
  value = tostring(1 / 3)
}

output "with_literal" {
  value = tostring(cloud_fn.f.group_cfg.min / 3)
}

output "zero" {
  value = [tostring(cloud_fn.zero.group_cfg.min), tostring(-var.zero), tostring(terraform_data.zero.input)]
}

output "parsed" {
  value = [
    tostring(cloud_fn.parsed.group_cfg.min / cloud_fn.f.group_cfg.max),
    tostring(cloud_fn.parsed.group_cfg.max / cloud_fn.f.group_cfg.max),
  ]
}

output "order" {
  value = [for nic in cloud_instance.i.nic : tostring(nic.index)]
}
