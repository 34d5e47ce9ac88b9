terraform {
  experiments = [nope]
}
