# Policies on the changes of resources, in the older form of Rego.
package main

creates[change] {
	change := input.resource_changes[_]
	change.change.actions[_] == "create"
}

deny[msg] {
	change := creates[_]
	change.type == "aws_security_group"
	rule := change.change.after.ingress[_]
	rule.from_port <= 22
	rule.to_port >= 22
	rule.cidr_blocks[_] == "0.0.0.0/0"
	msg := sprintf("%s: SSH is open to the world", [change.address])
}

deny[msg] {
	change := creates[_]
	change.type == "aws_db_instance"
	not change.change.after.storage_encrypted
	msg := sprintf("%s: the storage is not encrypted", [change.address])
}

warn[msg] {
	change := creates[_]
	startswith(change.type, "aws_")
	not change.change.after.tags.owner
	msg := sprintf("%s: no owner", [change.address])
}

# The value is not known, and the policy sees that.
warn[msg] {
	change := creates[_]
	change.change.after_unknown.tags.build
	msg := sprintf("%s: the build is not known before apply", [change.address])
}

# Passwords come from sensitive variables.
deny[msg] {
	change := creates[_]
	change.change.after.password
	not change.change.after_sensitive.password
	msg := sprintf("%s: the password is shown", [change.address])
}
