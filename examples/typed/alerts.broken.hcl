interval = "30 sec"

alert "cpu" {
  when     = load > 4
  for      = "5min"
  severity = "warning"
  message  = "The machine is busy."
}

alert disk {
  when     = true
  for      = 30
  severity = fatal
}

receiver "a" {
  severities = warning
  address    = "a@example.org"
}
receiver "b" {
  severities = [warning, cirtical]
  address    = "b@example.org"
}
receiver "c" {
  severities = []
  address    = "c@example.org"
}
