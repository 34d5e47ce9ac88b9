terraform {
  experiments = [variable_validation]
}
