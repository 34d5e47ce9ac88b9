output "a" {
  value = 1e3
}
output "b" {
  value = 0.1
}
output "c" {
  value = 1/3
}
output "d" {
  value = 100000000000000000000000000000
}
output "e" {
  value = -0
}
output "f" {
  value = 1.50
}
output "g" {
  value = 5 % 3.2
}
output "h" {
  value = 2.5e-7
}
output "i" {
  value = 123456789.123456789
}
output "j" {
  value = pow(2, 70)
}
output "k" {
  value = ceil(1.2)
}
output "l" {
  value = length([1])/length([1,2,3])
}
output "m" {
  value = 1e-10
}
output "n" {
  value = 31
}
