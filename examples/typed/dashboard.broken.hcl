title = "Checkout"
grid  = [12, 8, 4]

graph "Requests" {
  at   = [0, 256]
  size = 8
}

graph "Errors" {
  at = [0, 4]

  series {
    query = "a"
  }
  series {
    query = "b"
    color = "orange"
  }
  series {
    query = "c"
  }
  series {
    query = "d"
  }
}

guage "Memory" {
  at = [8, 0]
}

gauge "Disk" {
  at         = [8, 0]
  query      = "disk"
  range      = [0, "full"]
  thresholds = [[0.5, "yellow"], [0.9]]
}

divider {
  at = [0, 0]
}
