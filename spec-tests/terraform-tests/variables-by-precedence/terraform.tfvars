a = "tfvars"
b = "tfvars"
c = "tfvars"
