name = "shop"
