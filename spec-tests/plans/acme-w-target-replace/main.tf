resource "terraform_data" "t" { input = 2 }
resource "terraform_data" "a" { 
  triggers_replace = [terraform_data.t.output]
}
resource "terraform_data" "b" { 
  input = terraform_data.a.id
  lifecycle { 
    replace_triggered_by = [terraform_data.t] 
    create_before_destroy = true
  }
}
resource "terraform_data" "dependent" { 
  input = terraform_data.b.id
}
