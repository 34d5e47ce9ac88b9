start = draft

state "draft" {
  on "submit" {
    to = review
  }
}

state "review" {
  on "approve" {
    to    = published
    roles = [editor]
  }
  on "reject" {
    to = draft
  }
  assign {
    to = "editors"
  }
  notify "chat" {
    text = "There is something to review."
  }
}

state "published" {
  final = true
}
