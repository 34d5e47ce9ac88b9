inputs = {
  region = "eu-1"
}
