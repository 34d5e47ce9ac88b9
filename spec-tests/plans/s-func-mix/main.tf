output "a" { value = setsubtract(["a", "b"], ["b"]) }
output "b" { value = formatdate("YYYY", "2020-01-02T03:04:05Z") }
output "c" { value = base64sha256("x") }
output "d" { value = cidrhosts }
