# heading

// about the locals
locals {
  a = 1 # behind
  /* block
     comment */
  b = [ # in a list
    1,
    # before
    2,
  ]
  c = max(1, # kept
  2)
}
# end
