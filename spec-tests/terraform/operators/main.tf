locals {
  n          = 7
  arithmetic = [local.n + 1, local.n - 1, local.n * 2, local.n / 2, local.n % 3, -local.n]
  comparison = [local.n > 1, local.n >= 7, local.n < 7, local.n <= 7, local.n == 7, local.n != 7]
  logic      = [true && false, true || false, !true]
  grouped    = (local.n + 1) * 2
}
