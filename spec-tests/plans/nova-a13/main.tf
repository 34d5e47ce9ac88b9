provider "nova" { endpoint = "e" }
resource "nova_key" "k" {}
output "o" {
  value = {
    eq1 = nova_key.k.id == nova_key.k.id
    eq2 = [nova_key.k.id] == ["a", "b"]
    eq3 = { a = nova_key.k.id } == { b = 1 }
    eq5 = nova_key.k.id == null
    eq6 = nova_key.k.all == null
    eq7 = "${nova_key.k.id}" != null
    eq8 = nova_key.k.meta == null
    neq = nova_key.k.id != "x"
    gt = length(nova_key.k.all) > -1
    ge = length(nova_key.k.all) >= 0
    ge1 = length(["x", nova_key.k.id]) == 2
    lt = length(nova_key.k.id) < 0
    and = nova_key.k.id == "x" && false
    or = nova_key.k.id == "x" || true
    not = !(nova_key.k.id == "x")
    neg = -length(nova_key.k.id)
    add = length(nova_key.k.id) + 1
    cond = nova_key.k.id == "x" ? { a = 1 } : { a = 2 }
    cond2 = nova_key.k.id == "x" ? ["a", "b"] : ["c", "d"]
    cond3 = nova_key.k.id == "x" ? "a" : "b"
    cond4 = nova_key.k.id == "x" ? null : "b"
    cond5 = nova_key.k.id == "x" ? [] : ["d"]
    cond6 = true ? "a" : nova_key.k.id
    cond7 = nova_key.k.id == "x" ? 5 : 7
    cond8 = nova_key.k.id == "x" ? true : true
    condn = (nova_key.k.id == "x" ? 5 : 7) > 4
    condl = length(nova_key.k.id == "x" ? ["a", "b"] : ["c", "d"])
    condl2 = length(nova_key.k.id == "x" ? tolist(["a"]) : tolist(["c", "d"])) > 0
    for1 = [for x in nova_key.k.all : x]
    for2 = { for x in ["a"] : x => nova_key.k.id }
    for3 = [for x in ["a", "b"] : x if x != nova_key.k.id]
    for4 = { for x in [nova_key.k.id] : x => 1 }
    for5 = { for x in ["a", "b"] : "k" => nova_key.k.id... }
    splat = nova_key.k[*].id
    splat2 = nova_key.k.all[*]
    splat3 = [nova_key.k, nova_key.k][*].bits
    idx = nova_key.k.all[0]
    idx2 = nova_key.k.byname["x"]
    idx3 = ["a", "b"][length(nova_key.k.id)]
    idx4 = { a = 1 }[nova_key.k.id]
    any = nova_key.k.any.foo.bar
    any2 = nova_key.k.any[0]
    can1 = can(nova_key.k.any.foo)
    try1 = try(nova_key.k.any.foo, "d")
    try3 = try(["a"][3], nova_key.k.id)
  }
}
