data "terraform_remote_state" "x" {
  backend = "etcd"
}
