module "d" { source = "./d" }
