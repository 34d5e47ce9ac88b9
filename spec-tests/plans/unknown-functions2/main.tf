resource "terraform_data" "a" { input = 5 }
output "x" { value = max([terraform_data.a.output, 2]...) }
output "y" { value = merge([{ a = terraform_data.a.id }, { b = 1 }]...) }
output "z" { value = [for k, v in { a = terraform_data.a.id, b = 2 } : "${k}=${v}"] }
output "s" { value = setproduct(["a", "b"], [terraform_data.a.id]) }
output "s2" { value = setproduct(["a"], split(",", terraform_data.a.id)) }
output "st" { value = setsubtract(["a", "b"], [terraform_data.a.id]) }
output "al" { value = alltrue([true, terraform_data.a.output == 5]) }
output "al2" { value = alltrue([false, terraform_data.a.output == 5]) }
output "an" { value = anytrue([true, terraform_data.a.output == 5]) }
output "rev" { value = reverse([terraform_data.a.id, "b"]) }
output "sort" { value = sort([terraform_data.a.id, "b"]) }
output "lensort" { value = length(sort([terraform_data.a.id, "b"])) }
output "tm" { value = tomap({ a = terraform_data.a.id, b = "x" }) }
output "tl" { value = tolist([terraform_data.a.id, "x"]) }
output "ts" { value = toset([terraform_data.a.id, "x"]) }
output "lts" { value = length(toset([terraform_data.a.id, "x"])) }
output "coll" { value = coalescelist([], [terraform_data.a.id]) }
output "coll2" { value = coalescelist(split(",", terraform_data.a.id), ["z"]) }
output "dist" { value = distinct([terraform_data.a.id, terraform_data.a.id]) }
output "kk" { value = { for k in keys({ a = terraform_data.a.id }) : k => k } }
output "cond" { value = true ? terraform_data.a.id : "b" }
output "cond2" { value = terraform_data.a.output == 5 ? terraform_data.a.id : terraform_data.a.id }
output "tpl" { value = templatestring("x ${"$"}{a}", { a = 1 }) }
