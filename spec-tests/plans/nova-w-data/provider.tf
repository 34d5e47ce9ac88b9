provider "nova" {
  endpoint = "e"
}
