output "a" { value = 1 == "1" }
output "b" { value = [1] == tolist([1]) }
output "c" { value = { a = 1 } == tomap({ a = 1 }) }
output "d" { value = null == tostring(null) }
output "e" { value = toset([1, 2]) == toset([2, 1]) }
output "f" { value = "a" != "b" }
output "g" { value = [null] == [null] }
