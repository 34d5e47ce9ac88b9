resource "terraform_data" "u" {
  input = "x"
}
locals {
  d = sensitive(jsondecode(terraform_data.u.id))
}
output "f01" {
  value = contains(local.d, "x")
}
output "f02" {
  value = distinct(local.d)
}
output "f03" {
  value = compact(local.d)
}
output "f04" {
  value = sort(local.d)
}
output "f05" {
  value = reverse(local.d)
}
output "f06" {
  value = slice(local.d, 0, 1)
}
output "f07" {
  value = zipmap(["a"], local.d)
}
output "f08" {
  value = setproduct(local.d, ["a"])
}
output "f09" {
  value = setunion(local.d, ["a"])
}
output "f10" {
  value = yamlencode(local.d)
}
output "f11" {
  value = chunklist(local.d, 2)
}
output "f12" {
  value = coalescelist(local.d, ["a"])
}
output "f13" {
  value = index(local.d, "a")
}
output "f14" {
  value = one(local.d)
}
output "f15" {
  value = sum(local.d)
}
output "f16" {
  value = alltrue(local.d)
}
output "f17" {
  value = transpose(local.d)
}
output "f18" {
  value = matchkeys(local.d, ["a"], ["a"])
}
output "f19" {
  value = nonsensitive(local.d)
}
output "f20" {
  value = tomap(local.d)
}
output "f21" {
  value = can(local.d)
}
output "f22" {
  value = max(local.d, 1)
}
output "f23" {
  value = range(local.d)
}
output "f24" {
  value = formatlist("%s", local.d)
}
output "f25" {
  value = regex(local.d, "a")
}
output "f26" {
  value = jsondecode(local.d)
}
output "f27" {
  value = replace(local.d, "a", "b")
}
output "f28" {
  value = split(",", local.d)
}
output "f29" {
  value = ephemeralasnull(local.d)
}
output "f30" {
  value = setsubtract(local.d, ["a"])
}
output "f31" {
  value = merge({ a = 1 }, local.d)
}
output "f32" {
  value = element(["a", "b"], local.d)
}
output "f33" {
  value = lookup({ a = 1 }, local.d, 1)
}
output "f34" {
  value = tonumber(local.d)
}
output "f35" {
  value = tolist(local.d)
}
output "f36" {
  value = anytrue(local.d)
}
output "f37" {
  value = startswith(local.d, "a")
}
output "f38" {
  value = issensitive(local.d)
}
output "f39" {
  value = timeadd(local.d, "1h")
}
output "f40" {
  value = cidrsubnets("10.0.0.0/8", local.d)
}
output "f41" {
  value = csvdecode(local.d)
}
output "f42" {
  value = yamldecode(local.d)
}
output "f43" {
  value = base64encode(local.d)
}
output "f44" {
  value = concat(["a"], local.d)
}
output "f45" {
  value = setintersection(["a"], local.d)
}
output "f46" {
  value = templatestring("x", local.d)
}
output "f47" {
  value = parseint(local.d, 10)
}
output "f48" {
  value = substr("abc", local.d, 1)
}
output "f49" {
  value = log(local.d, 10)
}
output "f50" {
  value = keys(local.d)
}
