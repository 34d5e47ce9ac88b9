interval = "30s"

alert "cpu" {
  when     = load > 4 * cores
  for      = "5m"
  severity = warning
  summary  = "The machine is busy."
}

alert "disk" {
  when     = disk.free / disk.size < 0.05
  for      = "30s"
  severity = critical
}

receiver "team" {
  severities = [warning, critical]
  address    = "team@example.org"
}
