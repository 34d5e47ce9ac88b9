fallback = "en"

language "en" {
  save   = "Save"
  cancel = "Cancel"

  plural "files" {
    zero  = "no files"
    one   = "one file"
    other = "%d files"
  }
}

language "ar" {
  right_to_left = true
  save          = "حفظ"
}
