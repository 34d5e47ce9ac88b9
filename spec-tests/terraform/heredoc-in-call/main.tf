locals {
  object = jsondecode(<<EOT
{"a": [1, 2]}
EOT
  )
  list = [<<EOT
in a list
EOT
  , "next"]
}
