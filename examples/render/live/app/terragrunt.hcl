include "root" {
  path = find_in_parent_folders("root.hcl")
}

dependency "vpc" {
  config_path = "../vpc"
}

inputs = {
  name   = "app"
  vpc_id = dependency.vpc.outputs.id
}
