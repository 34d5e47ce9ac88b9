x = null
y = null
