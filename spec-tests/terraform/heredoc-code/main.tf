locals {
  script = <<-EOT
    #!/bin/sh
    echo "$HOME" 'single' \back $${escaped} %%{too}
    cat <<INNER
    text
    INNER
  EOT
  single = <<EOT
EOT
  one    = <<EOT
one line
EOT
}
