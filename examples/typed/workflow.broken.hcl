start = states.draft

state "draft" {
  on "submit" {
    to = "review"
  }
  on "submit" {
    to = review
  }
  notfy "chat" {
    text = "There is something to review."
  }
}

state "review" {
  on approve reject {
    to    = published
    roles = [editor, 1]
  }
  assign {}
}

state "published" {
  final = done
}
