module "c" {
  source = "github.com/a"
}
