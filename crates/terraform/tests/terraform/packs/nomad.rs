//! Files of Nomad, and policies of its relatives.

use crate::support::{found, source};
use hcl2_terraform::ModuleFile;
use hcl2_terraform::table::{FileKind, Language};

use super::{ATTRIBUTE, BLOCK, MISSING, UNDECLARED, check, suggests};

const JOB: &str = r#"variable "dcs" {
  type    = list(string)
  default = ["dc1"]
}
locals {
  image = "nginx:1"
}
job "web-app.prod" {
  datacenters = var.dcs
  type        = "service"
  meta = {
    "a.b" = "c"
  }
  constraint {
    distinct_hosts = true
  }
  group "web" {
    count = 2
    network {
      mode = "bridge"
      port "http" { to = 80 }
    }
    dynamic "volume" {
      for_each = ["a"]
      labels   = [volume.value]
      content {
        type = "host"
      }
    }
    service {
      name = "web"
      port = "http"
      check {
        type     = "http"
        path     = "/"
        interval = "10s"
        timeout  = "2s"
      }
      connect {
        sidecar_service {
          proxy {
            upstreams {
              destination_name = "db"
              local_bind_port  = 5432
            }
          }
        }
      }
    }
    task "server" {
      driver = "docker"
      env {
        A = "${attr.kernel.name} ${NOMAD_ALLOC_ID}"
      }
      meta {
        b = "c"
      }
      config {
        image = local.image
        mount {
          type = "bind"
        }
      }
      resources {
        cpu    = 100
        memory = 64
      }
    }
  }
}
"#;

#[test]
fn jobs_of_nomad_have_a_table() {
    let name = "web.nomad.hcl";
    check(name, JOB, &[]);
    check("web.nomad", JOB, &[]);
    let wrong = |from: &str, to: &str| JOB.replacen(from, to, 1);
    let block = wrong("    service {", "    servce {");
    suggests(name, &block, "servce", BLOCK, "service");
    let deep = wrong("local_bind_port ", "local_bind_prt ");
    suggests(name, &deep, "local_bind_prt", ATTRIBUTE, "local_bind_port");
    let argument = wrong("  datacenters =", "  datacentres =");
    suggests(name, &argument, "datacentres", ATTRIBUTE, "datacenters");
    let reference = wrong("= var.dcs", "= var.dc");
    suggests(name, &reference, "var.dc", UNDECLARED, "var.dcs");
    let required = "job \"a\" {\n  task \"t\" {\n    lifecycle {}\n  }\n}\n";
    check(name, required, &[(MISSING, "")]);
}

/// `hashicorp/nomad`: `command/asset/pool.nomad.hcl`, `command/volume_create_host.go`, `command/namespace_apply.go`,
/// `command/quota_apply.go`, `acl/policy.go`; `hashicorp/vault`: `vault/policy.go`; `hashicorp/consul`: `acl/policy.go`.
#[test]
fn the_content_of_a_file_tells_its_kind_where_its_name_does_not() {
    let name = "a.nomad.hcl";
    let pool = "node_pool \"a\" {\n  description = \"d\"\n  scheduler_config {\n    scheduler_algorithm = \"spread\"\n  }\n}\n";
    check(name, pool, &[]);
    let wrong = pool.replace("description", "descripton");
    suggests(name, &wrong, "descripton", ATTRIBUTE, "description");
    for right in [
        "id = \"v\"\nname = \"v\"\ntype = \"csi\"\nplugin_id = \"p\"\ncapability {\n  access_mode = \"a\"\n}\nsecrets {\n  a = \"b\"\n}\n",
        "name = \"n\"\ndescription = \"d\"\ncapabilities {\n  enabled_task_drivers = [\"docker\"]\n}\n",
        "name = \"q\"\nlimit {\n  region = \"global\"\n  region_limit {\n    cpu = 1\n  }\n}\n",
        "namespace \"default\" {\n  policy = \"read\"\n}\nagent {\n  policy = \"read\"\n}\n",
    ] {
        check(name, right, &[]);
    }
    suggests(name, "jobb \"a\" {\n}\n", "jobb", BLOCK, "job");
    for right in [
        "path \"secret/*\" {\n  capabilities = [\"read\"]\n}\n",
        "key_prefix \"\" {\n  policy = \"read\"\n}\noperator = \"read\"\n",
        "namespace \"*\" {\n  capabilities = [\"read-job\"]\n}\nnode {\n  policy = \"read\"\n}\n",
    ] {
        let file = ModuleFile::parse(&source("a.policy.hcl", right), Language::Terraform).value;
        let kind = FileKind::of("a.policy.hcl").expect("a policy");
        assert_eq!(found(&file.check(kind, Language::Terraform, None), right), []);
    }
}
