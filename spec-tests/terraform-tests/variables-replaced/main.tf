# A variable of the file that nothing can evaluate is an error only for runs that do not replace it.
output "x" { value = 1 }
variable "z" { default = "q" }
