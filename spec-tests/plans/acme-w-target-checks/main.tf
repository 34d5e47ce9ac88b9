variable "v" {
  default = 1
  validation { 
    condition = var.v > 0 
    error_message = "no" 
  }
}
resource "terraform_data" "a" { 
  input = "a2" 
  lifecycle { 
    postcondition { 
      condition = self.input != "" 
      error_message = "no" 
    } 
  }
}
resource "terraform_data" "b" { 
  count = 2
  input = "b2" 
  lifecycle { 
    postcondition { 
      condition = self.input != "" 
      error_message = "no" 
    } 
  }
}
output "o" { 
  value = terraform_data.b[0].output
  precondition { 
    condition = terraform_data.b[0].output != ""
    error_message = "x"
  }
}
check "ca" { 
  assert { 
    condition = terraform_data.a.output == "a1" 
    error_message = "ca" 
  }
}
check "cb" { 
  data "acme_data" "in" { name = terraform_data.b[0].output }
  assert { 
    condition = data.acme_data.in.val == "a1" 
    error_message = "cb" 
  }
}
check "k" { 
  assert { 
    condition = var.v == 2
    error_message = "k" 
  }
}
