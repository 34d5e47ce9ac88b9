import {
  to = data.a.b
  id = "x"
}
