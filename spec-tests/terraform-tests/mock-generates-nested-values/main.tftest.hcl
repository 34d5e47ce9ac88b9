mock_provider "acme" {}
run "a" {
  assert {
    condition     = length(acme_thing.a.cfg.out) == 8
    error_message = "no"
  }
  assert {
    condition     = acme_thing.a.cfg.mode == "m"
    error_message = "no"
  }
  assert {
    condition     = length(acme_thing.a.items[0].v) == 8
    error_message = "no"
  }
  assert {
    condition     = acme_thing.a.items[1].v == "given"
    error_message = "no"
  }
  assert {
    condition     = length(acme_thing.a.byk.a.v) == 8
    error_message = "no"
  }
  assert {
    condition     = length(one(acme_thing.a.sets).v) == 8
    error_message = "no"
  }
  assert {
    condition     = length(acme_thing.a.cnested.x) == 8
    error_message = "no"
  }
  assert {
    condition     = length(acme_thing.a.one.c) == 8
    error_message = "no"
  }
  assert {
    condition     = acme_thing.a.grp.a == null
    error_message = "no"
  }
  assert {
    condition     = length(acme_thing.a.rule[0].proto) == 8
    error_message = "no"
  }
  assert {
    condition     = acme_thing.a.rule[1].proto == "tcp"
    error_message = "no"
  }
  assert {
    condition     = length(one(acme_thing.a.disk).dev) == 8
    error_message = "no"
  }
  assert {
    condition     = length(acme_thing.a.env.k.o) == 8
    error_message = "no"
  }
  assert {
    condition     = acme_thing.a.labels == toset([])
    error_message = "no"
  }
}
