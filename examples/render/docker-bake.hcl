variable "VERSION" {
  default = "dev"
}

group "default" {
  targets = ["app"]
}

target "base" {
  dockerfile = "app.Dockerfile"
}

target "app" {
  inherits = ["base"]
  args     = { VERSION = VERSION }
  tags     = ["example/app:${VERSION}"]
}
