timezone = "Europe/Berlin"

queue "default" {
  workers = 8
}

queue "bulk" {
  workers = 2
}

job "report" {
  cron    = "0 6 * * 1"
  queue   = "bulk"
  command = ["report", "--weekly"]
  retry   = { attempts = 3 }
}

job "cleanup" {
  cron    = "30 2 * * *"
  queue   = "default"
  command = ["cleanup"]
}
