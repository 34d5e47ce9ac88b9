
resource "sample_everything" "all" {
  # A letter and an accent, which become one character.
  text    = "e\u0301 <&> \u2028 \t\U0001F600"
  secret  = "hush"
  number  = 1234567890123456789012345678901234567890
  flag    = false
  numbers = [0.1, -1e30, 3.141592653589793238462643383279502884197, 9007199254740993, 18446744073709551615]
  names   = ["c", "a", "b", "a"]
  labels  = {}
  shape   = { name = "", sides = null }
  pair    = ["x", 1.5]
  any     = { list = [1, "two", null, true], empty = {}, deep = [[1], []] }

  nested_single = { size = 1 }
  nested_list   = [{ size = 2, note = "n" }, { size = 3 }]
  nested_set    = [{ size = 2 }, { size = 1 }, { size = 2 }]
  nested_map    = { "k.1" = { size = 5 } }

  block_single {
    name = "one"
  }
  block_list {
    name    = "x"
    weights = []
  }
  block_list {}
  block_set {
    name = "b"
  }
  block_set {
    name = "a"
  }
  block_map "m" {
    weights = [1e-40]
  }
  block_dynamic {
    value = 1
  }
  block_dynamic {
    value = "x"
  }
  block_group {
    inner {
      name = "i"
    }
  }
}

resource "sample_everything" "nothing" {}
