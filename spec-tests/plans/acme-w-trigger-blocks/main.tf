
resource "acme_thing" "a" {
  name = "a"
  size = 1
  tags = { k = "m2", same = "s" }
  labels = ["m2", "b"]
  ports = [1, 2]
  secret = "m2"
  objs = [{ a = "x", b = 2 }]
  cfg = { mode = "m2", pw = "m2" }
  items = [{ k = "km2" }, { k = "same", v = "v" }]
  byk = { a = { k = "m2" }, b = { k = "same" } }
  sets = [{ k = "m2" }]
  one { 
    a = "m2" 
  }
  rule { 
    port = 2 
    sub {
      s = "m2"
    }
  }
  rule { 
    port = 9
  }
  disk { 
    gb = 2 
  }
  env "e" {
    v = "m2" 
  }
  env "f" {
    v = "same" 
  }
}
resource "terraform_data" "t_whole" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a]
  }
}
resource "terraform_data" "t_name" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.name]
  }
}
resource "terraform_data" "t_size" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.size]
  }
}
resource "terraform_data" "t_tagk" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.tags["k"]]
  }
}
resource "terraform_data" "t_tagsame" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.tags["same"]]
  }
}
resource "terraform_data" "t_tagkattr" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.tags.k]
  }
}
resource "terraform_data" "t_labels" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.labels]
  }
}
resource "terraform_data" "t_p0" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.ports[0]]
  }
}
resource "terraform_data" "t_p1" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.ports[1]]
  }
}
resource "terraform_data" "t_secret" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.secret]
  }
}
resource "terraform_data" "t_o" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.objs[0].b]
  }
}
resource "terraform_data" "t_oa" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.objs[0].a]
  }
}
resource "terraform_data" "t_cfg" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.cfg]
  }
}
resource "terraform_data" "t_mode" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.cfg.mode]
  }
}
resource "terraform_data" "t_out" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.cfg.out]
  }
}
resource "terraform_data" "t_pw" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.cfg.pw]
  }
}
resource "terraform_data" "t_i0" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.items[0].k]
  }
}
resource "terraform_data" "t_i1" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.items[1]]
  }
}
resource "terraform_data" "t_bka" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.byk["a"].k]
  }
}
resource "terraform_data" "t_bkb" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.byk["b"]]
  }
}
resource "terraform_data" "t_bkav" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.byk["a"].v]
  }
}
resource "terraform_data" "t_sets" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.sets]
  }
}
resource "terraform_data" "t_one" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.one]
  }
}
resource "terraform_data" "t_onea" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.one.a]
  }
}
resource "terraform_data" "t_onec" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.one.c]
  }
}
resource "terraform_data" "t_grp" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.grp]
  }
}
resource "terraform_data" "t_rule" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.rule]
  }
}
resource "terraform_data" "t_rule0" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.rule[0]]
  }
}
resource "terraform_data" "t_rule0p" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.rule[0].port]
  }
}
resource "terraform_data" "t_rule1" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.rule[1].port]
  }
}
resource "terraform_data" "t_rule0s" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.rule[0].sub[0].s]
  }
}
resource "terraform_data" "t_rule2" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.rule[2].port]
  }
}
resource "terraform_data" "t_disk" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.disk]
  }
}
resource "terraform_data" "t_enve" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.env["e"].v]
  }
}
resource "terraform_data" "t_envf" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.env["f"]]
  }
}
resource "terraform_data" "t_arn" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.arn]
  }
}
resource "terraform_data" "t_id" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.id]
  }
}
resource "terraform_data" "t_token" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.token]
  }
}
resource "terraform_data" "t_any" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.any]
  }
}
resource "terraform_data" "t_anyx" {
  
  lifecycle {
    replace_triggered_by = [acme_thing.a.any.x]
  }
}
