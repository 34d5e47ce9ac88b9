mock_provider "acme" {
  mock_resource "acme_thing" {
    defaults = {
      cfg     = { out = "o", mode = "ignored" }
      items   = { v = "i" }
      byk     = { v = "k" }
      sets    = { v = "s" }
      one     = { c = "1" }
      rule    = { proto = "udp" }
      disk    = { dev = "sda" }
      env     = { o = "e" }
      cnested = { x = "y" }
    }
  }
}
run "a" {
  assert {
    condition     = acme_thing.a.cfg.out == "o"
    error_message = "no"
  }
  assert {
    condition     = acme_thing.a.cfg.mode == "m"
    error_message = "no"
  }
  assert {
    condition     = acme_thing.a.items[0].v == "i"
    error_message = "no"
  }
  assert {
    condition     = acme_thing.a.items[1].v == "given"
    error_message = "no"
  }
  assert {
    condition     = acme_thing.a.byk.a.v == "k"
    error_message = "no"
  }
  assert {
    condition     = one(acme_thing.a.sets).v == "s"
    error_message = "no"
  }
  assert {
    condition     = acme_thing.a.cnested.x == "y"
    error_message = "no"
  }
  assert {
    condition     = acme_thing.a.one.c == "1"
    error_message = "no"
  }
  assert {
    condition     = acme_thing.a.rule[0].proto == "udp"
    error_message = "no"
  }
  assert {
    condition     = one(acme_thing.a.disk).dev == "sda"
    error_message = "no"
  }
  assert {
    condition     = acme_thing.a.env.k.o == "e"
    error_message = "no"
  }
}
