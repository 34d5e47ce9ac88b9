locals {
  name    = "n"
  plain   = <<EOT
first
  second
EOT
  flush   = <<-EOT
    one ${local.name}
      two
    EOT
  trimmed = <<-EOT
    %{~for s in ["a", "b"]~}
    item ${s}
    %{~endfor~}
    EOT
  after   = 1
}
