"""Writes the Terraform modules of a made-up company: 50 modules in ten repositories.

    python company.py DIRECTORY
"""

from __future__ import annotations

import sys
from pathlib import Path

TEAMS = ["web", "pay", "data", "core", "edge"]


def write_company(root: Path) -> None:
    for number in range(50):
        repository = f"{TEAMS[number % 5]}-{number % 10:02}"
        name = f"service-{number:02}"
        directory = root / repository / name
        directory.mkdir(parents=True)
        for file, text in files(number, name).items():
            (directory / file).write_text(text)
    broken = root / "web-00" / "service-00" / "broken.tf"
    broken.write_text('output "broken" {\n  value = [1,\n}\n')
    (root / "pay-01" / "service-01" / "latin.tf").write_bytes(b'locals {\n  name = "caf\xe9"\n}\n')


def files(number: int, name: str) -> dict[str, str]:
    team = TEAMS[number % 5]
    tags = f'{{ Name = "{name}" }}' if number % 4 == 0 else f'merge(local.tags, {{ Name = "{name}" }})'
    main = f"""\
resource "aws_instance" "app" {{
  count         = var.size
  ami           = var.ami
  instance_type = "t3.{["micro", "small", "large"][number % 3]}"
  tags          = {tags}
}}

resource "aws_s3_bucket" "logs" {{
  bucket = lower("{name.upper()}-logs")
  tags   = {"var.tags" if number % 7 == 0 else "local.tags"}
}}

module "network" {{
  source  = "acme/vpc/aws"
  version = "~> {2 + number % 4}.{number % 3}"
}}
"""
    if number >= 10:
        main += f'\nmodule "base" {{\n  source = "../service-{number % 10:02}"\n  ami    = var.ami\n}}\n'
    variables = f"""\
variable "size" {{
  type    = number
  default = {1 + number % 3}
}}

variable "ami" {{
  type = string
}}

variable "tags" {{
  type    = map(string)
  default = {{}}
}}

variable "region" {{
  type    = string
  default = "eu-{["west", "north"][number % 2]}-1"
}}

variable "password" {{
  type      = string
  default   = "correct horse {number}"
  sensitive = true
}}
"""
    rest = f"""\
terraform {{
  required_providers {{
    aws = {{
      source  = "hashicorp/aws"
      version = "~> {4 + number % 2}.0"
    }}
  }}
}}

locals {{
  tags = {{
    Team = "{team}"
    Cost = jsonencode([{number}])
  }}
  login = "admin:${{var.password}}"
}}
"""
    outputs = 'output "bucket" {\n  value = aws_s3_bucket.logs.id\n}\n'
    if number % 5 == 0:
        json = '{"output": {"size": {"value": "${var.size}"}}}\n'
        return {"main.tf": main, "variables.tf": variables, "rest.tf": rest, "outputs.tf": outputs, "size.tf.json": json}
    return {"main.tf": main, "variables.tf": variables, "rest.tf": rest, "outputs.tf": outputs}


if __name__ == "__main__":
    write_company(Path(sys.argv[1]))
