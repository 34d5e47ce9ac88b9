
resource "terraform_data" "c" { 
  count = 1 
}
resource "terraform_data" "d" { 
  count = 2 
}
resource "terraform_data" "r" { triggers_replace = 2 }
resource "terraform_data" "t1" { 
  lifecycle { replace_triggered_by = [terraform_data.c] } 
}
resource "terraform_data" "t2" { 
  lifecycle { replace_triggered_by = [terraform_data.d] } 
}
resource "terraform_data" "t3" { 
  lifecycle { replace_triggered_by = [terraform_data.r] } 
}
resource "terraform_data" "t4" { 
  lifecycle { replace_triggered_by = [terraform_data.r.id] } 
}
resource "terraform_data" "t5" { 
  lifecycle { replace_triggered_by = [terraform_data.r.input] } 
}
resource "terraform_data" "t6" { 
  lifecycle { replace_triggered_by = [terraform_data.r.triggers_replace] } 
}
resource "terraform_data" "t7" { 
  lifecycle { replace_triggered_by = [terraform_data.t3] } 
}
