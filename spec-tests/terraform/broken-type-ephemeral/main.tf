variable "v" {
  ephemeral = []
}
