displayName = "Midnight"

colors = {
  background = [16, 16, 24]
  foreground = [224, 224, 232]
  selection  = { active = [accent, accent, accent + 32] }
}

tokens = {
  keyword = { bold = true }
  comment = { color = [128, 128, 128], italic = true }
}
