job "test" {
  image = "rust:${toolchain}"

  checkout {}
  run {
    command = ["cargo", "test"]
  }
  run {
    command         = ["cargo", "clippy"]
    timeout_seconds = 300
  }
  upload "report" {
    paths = ["target/report.xml"]
  }
}

job "release" {
  image     = "rust:${toolchain}"
  needs     = ["test"]
  variables = { PROFILE = "release" }

  checkout {}
  run {
    command = ["cargo", "build", "--release"]
  }
}
