name = "deploy"
on   = ["push", "tag"]

step "test" {
  image = image("rust", branch)
  run   = ["cargo", "test"]
}

step "publish" {
  image = image("tools", branch)
  run   = ["publish", "--branch", branch]
  env   = { LEVEL = 3 * 2 }
}
