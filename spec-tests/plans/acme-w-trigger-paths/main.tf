
resource "terraform_data" "a" {
  input = { s = "2", deep = { k = "k2", same = 1 }, l = ["l2", "z"], m = tomap({ x = "2", y = "y" }), st = toset(["2"]), n = "x" }
}
resource "terraform_data" "t_whole" {
  
  lifecycle {
    replace_triggered_by = [terraform_data.a]
  }
}
resource "terraform_data" "t_input" {
  
  lifecycle {
    replace_triggered_by = [terraform_data.a.input]
  }
}
resource "terraform_data" "t_s" {
  
  lifecycle {
    replace_triggered_by = [terraform_data.a.input.s]
  }
}
resource "terraform_data" "t_deep" {
  
  lifecycle {
    replace_triggered_by = [terraform_data.a.input.deep]
  }
}
resource "terraform_data" "t_deepk" {
  
  lifecycle {
    replace_triggered_by = [terraform_data.a.input.deep.k]
  }
}
resource "terraform_data" "t_same" {
  
  lifecycle {
    replace_triggered_by = [terraform_data.a.input.deep.same]
  }
}
resource "terraform_data" "t_l0" {
  
  lifecycle {
    replace_triggered_by = [terraform_data.a.input.l[0]]
  }
}
resource "terraform_data" "t_l1" {
  
  lifecycle {
    replace_triggered_by = [terraform_data.a.input.l[1]]
  }
}
resource "terraform_data" "t_mx" {
  
  lifecycle {
    replace_triggered_by = [terraform_data.a.input.m["x"]]
  }
}
resource "terraform_data" "t_my" {
  
  lifecycle {
    replace_triggered_by = [terraform_data.a.input.m["y"]]
  }
}
resource "terraform_data" "t_mxattr" {
  
  lifecycle {
    replace_triggered_by = [terraform_data.a.input.m.x]
  }
}
resource "terraform_data" "t_st" {
  
  lifecycle {
    replace_triggered_by = [terraform_data.a.input.st]
  }
}
resource "terraform_data" "t_sindex" {
  
  lifecycle {
    replace_triggered_by = [terraform_data.a.input["s"]]
  }
}
resource "terraform_data" "t_n" {
  
  lifecycle {
    replace_triggered_by = [terraform_data.a.input.n]
  }
}
resource "terraform_data" "t_out" {
  
  lifecycle {
    replace_triggered_by = [terraform_data.a.output]
  }
}
resource "terraform_data" "t_outs" {
  
  lifecycle {
    replace_triggered_by = [terraform_data.a.output.deep.same]
  }
}
resource "terraform_data" "t_id" {
  
  lifecycle {
    replace_triggered_by = [terraform_data.a.id]
  }
}
resource "terraform_data" "t_nope" {
  
  lifecycle {
    replace_triggered_by = [terraform_data.a.input.nope]
  }
}
resource "terraform_data" "t_l9" {
  
  lifecycle {
    replace_triggered_by = [terraform_data.a.input.l[9]]
  }
}
