data "text_lines" "hosts" {
  path = "/etc/hosts"
}
