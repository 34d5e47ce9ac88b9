package "parser" {
  version = "1.4.0"
  needs   = [lexer, tables]
  license = "MIT"

  source "git" {
    url = "https://example.org/parser.git"
  }
  script "build" {
    run = ["make", "all"]
  }
  script "check" {
    run = ["make", "test"]
  }
}

package "lexer" {
  version = "1.3.9"

  source "archive" {
    url    = "https://example.org/lexer-1.3.9.tar.gz"
    sha256 = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"
  }
}
