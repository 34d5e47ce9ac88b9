fallback = "english"

language "en" {
  save   = 'Save'
  cancel = "Cancel

  plural "files" {
    one = "one file"
    many = "%d files"
  }
}

language "ar" {
  right_to_left = "yes"
  save          = "حفظ"
  save          = "احفظ"
  close         = ["إغلاق"]
}
