locals {
  on      = true
  list    = ["x", "y"]
  choice  = "%{if local.on}on%{else}off%{endif}"
  loop    = "%{for s in local.list}<${s}>%{endfor}"
  indexed = "%{for i, s in local.list}${i}=${s};%{endfor}"
}
