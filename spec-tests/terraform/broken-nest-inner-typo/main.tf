module "a" { source = "./a" }
