variable "region" {
  type    = string
  default = "eu-2"
}

job "web" {
  region      = var.region
  datacenters = ["dc1"]

  group "web" {
    count = 2

    task "server" {
      driver = "docker"

      config {
        image = "example/web:1"
      }
    }
  }
}
