provider "AWs_x" {
}
