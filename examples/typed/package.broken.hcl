package "parser" {
  version = "1.4"
  needs   = [lexer, upper("tables")]
  license = "GPL"

  source "git" {
    url    = "https://example.org/parser.git"
    sha256 = "2c26b46b"
  }
  script "biuld" {
    run = ["make", "all"]
  }
}

package "lexer" {
  version = 1.3

  source {
    url = "https://example.org/lexer.tar.gz"
  }
}

package "tables" {
  version = "1.0.0"
}

package "tables" {
  version = "1.0.1"

  source "archive" {
    url = "https://example.org/tables.tar.gz"
  }
}
