timezone = "Europe/Berlin"

queue "default" {
  workers = -1
}

job "report" {
  cron    = "0 6 * *"
  queue   = "bulk"
  command = ["report", ["--weekly"]]
  retry   = { attempts = 3, wait_second = 5 }
}
