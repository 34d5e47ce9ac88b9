resource "terraform_data" "a" { input = { n = 5, l = ["a", "b"], m = tomap({ x = 1 }) } }
locals {
  o = terraform_data.a.output
}
output "a" { value = local.o }
output "b" { value = local.o.n + 1 }
output "c" { value = length(local.o.l) }
output "d" { value = [for x in local.o.l : upper(x)] }
output "e" { value = keys(local.o) }
output "f" { value = local.o.l[0] }
output "g" { value = length(local.o.m) }
output "h" { value = local.o.n > 3 && false }
output "i" { value = -local.o.n }
output "j" { value = !(local.o.n == 5) }
output "k" { value = tostring(local.o.n) }
output "l" { value = try(local.o.zz, "fallback") }
output "m" { value = can(local.o.n) }
output "n" { value = { for k, v in local.o : k => v } }
output "o" { value = flatten([local.o.l, ["z"]]) }
output "p" { value = formatlist("%s!", local.o.l) }
output "q" { value = setunion(toset(["a"]), toset([terraform_data.a.id])) }
output "r" { value = range(local.o.n) }
output "s" { value = slice(["a", "b", "c"], 0, 2) }
output "t" { value = sort([terraform_data.a.id, "a"]) }
output "u" { value = regex("a", terraform_data.a.id) }
output "v" { value = split(",", terraform_data.a.id) }
output "w" { value = max(1, local.o.n) }
output "x" { value = tolist([1, local.o.n]) }
output "y" { value = zipmap(["a", terraform_data.a.id], [1, 2]) }
output "z" { value = zipmap(["a", "b"], [1, local.o.n]) }
output "aa" { value = chunklist(["a", terraform_data.a.id, "c"], 2) }
output "ab" { value = compact(["a", "", terraform_data.a.id]) }
output "ac" { value = setproduct(["a"], [terraform_data.a.id]) }
output "ad" { value = transpose({ a = [terraform_data.a.id] }) }
output "ae" { value = matchkeys(["a", "b"], ["1", terraform_data.a.id], ["1"]) }
output "af" { value = replace("a${terraform_data.a.id}", "a", "b") }
output "ag" { value = trimprefix("pre${terraform_data.a.id}", "pre") }
output "ah" { value = base64encode(terraform_data.a.id) }
output "ai" { value = one([terraform_data.a.id]) }
output "aj" { value = sum([1, local.o.n]) }
output "ak" { value = alltrue([true, terraform_data.a.id == "x"]) }
output "al" { value = anytrue([true, terraform_data.a.id == "x"]) }
output "am" { value = index(["a", terraform_data.a.id], "a") }
output "an" { value = reverse(["a", terraform_data.a.id]) }
output "ao" { value = values({ a = terraform_data.a.id, b = 1 }) }
output "ap" { value = substr("abc${terraform_data.a.id}", 0, 2) }
output "aq" { value = strcontains("abc${terraform_data.a.id}", "b") }
output "ar" { value = endswith("${terraform_data.a.id}.com", ".com") }
output "as" { value = title(terraform_data.a.id) }
output "at" { value = coalescelist([], [terraform_data.a.id]) }
output "au" { value = issensitive(terraform_data.a.id) }
output "av" { value = type(local.o.l) == "x" }
