output "a" { value = [] }
output "b" { value = {} }
output "c" { value = tolist([]) }
output "d" { value = tomap({}) }
output "e" { value = toset([]) }
output "f" { value = [null, 1] }
output "g" { value = { a = null } }
output "h" { value = tolist([null, "a"]) }
output "i" { value = null }
output "j" { value = tostring(null) }
output "k" { value = 1.50 }
output "l" { value = 1e100 }
output "m" { value = 0.1 + 0.2 }
output "n" { value = 12345678901234567890123 }
output "o" { value = "<&>\u2028" }
output "p" { value = toset(["b", "a", "ab"]) }
output "q" { value = toset([3, 1, 2, 10]) }
output "r" { value = toset([true, false]) }
output "s" { value = toset([[2], [1]]) }
output "t" { value = toset([{ b = 1 }, { b = 0 }]) }
output "u" { value = 1 / 3 }
