locals {
  escapes = "tab\there \"quoted\" back\\slash\nline \u00e9"
  dollars = "$${not} %%{a} $ % $5 100%"
  empty   = ""
}
