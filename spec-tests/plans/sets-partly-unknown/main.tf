resource "terraform_data" "u" {
  count = 2
}
output "s1" {
  value = toset(["é", "e", "Z", "z", "a", "", "10", "9"])
}
output "s2" {
  value = toset([10, 9, -1, 1.5, 0, 100])
}
output "s3" {
  value = toset([true, false])
}
output "s4" {
  value = toset([{ a = "z", b = 1 }, { a = "a", b = 2 }, { a = "m", b = null }])
}
output "s5" {
  value = toset([["b", "a"], ["a"], []])
}
output "s6" {
  value = toset([terraform_data.u[0].id, "b", "a", terraform_data.u[1].id])
}
output "s7" {
  value = setunion(["z"], ["b", "a"])
}
output "s8" {
  value = setsubtract(["a", "b"], [terraform_data.u[0].id])
}
output "s9" {
  value = setintersection(["a", "b"], ["b", "c"])
}
output "s10" {
  value = toset([null, "a"])
}
output "s11" {
  value = [for s in toset([3, 1, 2]) : s * 2]
}
output "s12" {
  value = toset([{ a = terraform_data.u[0].id, b = 1 }, { a = "a", b = 2 }, { a = terraform_data.u[1].id, b = 0 }])
}
output "s13" {
  value = length(toset([{ a = terraform_data.u[0].id, b = 1 }, { a = "a", b = 2 }]))
}
output "s14" {
  value = contains(toset([terraform_data.u[0].id, "b"]), "b")
}
output "s15" {
  value = toset([tomap({ b = 1 }), tomap({ a = 1, c = 2 }), tomap({ a = 2 })])
}
output "s16" {
  value = [for x in toset([terraform_data.u[0].id, "b"]) : x]
}
output "s17" {
  value = tolist(toset(["b", "a"]))[0]
}
output "s18" {
  value = setproduct(toset(["b", "a"]), [2, 1])
}
output "s19" {
  value = sort(toset(["b", "B", "a", "10", "9"]))
}
