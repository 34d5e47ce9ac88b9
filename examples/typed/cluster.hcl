cluster-name = "edge"
pod-network  = "10.244.0.0/16"
name-servers = ["10.0.0.2", "10.0.0.3"]

pool "north" "workers" {
  machine-type = "m-${size}"
  count        = 12
  labels       = { tier = "web" }
}

pool "south" "workers" {
  machine-type = "m-small"
  count        = 2 + 2
  taints       = ["batch", "spot", "batch"]
}

network-disk "fast" {
  gigabytes = 500
}
