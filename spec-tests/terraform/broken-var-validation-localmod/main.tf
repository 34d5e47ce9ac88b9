module "m" {
  source = "./m"
}
variable "a" {
  validation {
    condition     = var.a == module.m.x
    error_message = "No."
  }
}
