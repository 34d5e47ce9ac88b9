branch = ["main"]

job "test" {
  image  = "rust:${toolchain}"
  script = "cargo test"

  run {
    command         = "cargo test"
    timeout_seconds = 1.5
  }
  uplod "report" {
    paths = ["target/report.xml"]
  }
}

job {
  image = "rust"
}
