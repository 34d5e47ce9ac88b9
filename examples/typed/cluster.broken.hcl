cluster_name = "edge"
pod-network  = "10.244.0.0/33"
name-servers = ["10.0.0.2", "10.0.0.2"]

pool "north" "workers" {
  machine-type = "m-${siz}"
  count        = 70000
}

pool "east" "workers" {
  machine-type = upper(size, "m")
  count        = 1
  taints       = { batch = true }
}

pool "south" "workers" "extra" {
  machine-type = "m-small"
  count        = 1
}

network-disk "fast" {
  gigabytes = 500
}
local-disk {
  path = "/var/lib"
}
