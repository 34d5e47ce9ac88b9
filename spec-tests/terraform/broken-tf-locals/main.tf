terraform {
  locals {
    a = 1
  }
}
