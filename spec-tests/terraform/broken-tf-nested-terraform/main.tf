terraform {
  terraform {
  }
}
