removed {
  from = terraform_data.a
  lifecycle { destroy = false }
  provisioner "local-exec" {
    when = destroy
    command = "echo ${self.id} ${each.key}"
  }
}
removed {
  from = module.gone
  lifecycle {
    destroy = true
  }
}
removed {
  from = module.m.terraform_data.old
  lifecycle {
    destroy = false
  }
}
module "m" { source = "./m" }
