title = "Checkout"

graph "Requests" {
  at   = [0, 0]
  size = [8, 4]

  series {
    query = "rate(requests)"
  }
  series {
    query = "rate(errors)"
    color = "#ff8800"
  }
}

gauge "Memory" {
  at         = [8, 0]
  query      = "memory.used / memory.total"
  range      = [0, 1]
  thresholds = [[0.5, "yellow"], [0.9, "red"]]
}

divider {}

markdown {
  at   = [0, 4]
  text = "Runbooks are in the *wiki*."
}
