variable "region" {
  type = string
}

data "aws_availability_zones" "available" {}

module "vpc" {
  source = "terraform-aws-modules/vpc/aws"

  azs = data.aws_availability_zones.available.names
}

resource "aws_subnet" "private" {
  count             = length(data.aws_availability_zones.available.names)
  vpc_id            = module.vpc.vpc_id
  cidr_block        = cidrsubnet("10.0.0.0/16", 4, count.index)
  availability_zone = data.aws_availability_zones.available.names[count.index]
}

resource "aws_s3_bucket" "logs" {
  bucket        = "logs-${var.region}"
  force_destroy = false
}
