displayName = "Midnight"
kind        = "drak"

colors = {
  background  = [16, 16]
  lineNumbers = [16, 16, accent * 4]
  selection   = { opacity = "half" }
  cursor      = [255, 255, 255]
}

tokens = {
  keyword = { bold = 1 }
  comment = { colour = [128, 128, 128] }
  string  = [0, 128, 0]
}
