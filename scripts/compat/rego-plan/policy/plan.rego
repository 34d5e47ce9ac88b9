# Policies on the other parts of a plan, in the newer form of Rego.
package main

import rego.v1

# The resources of a module and of those that it calls.
resources contains resource if {
	some path, value
	walk(input.planned_values.root_module, [path, value])
	some resource in value.resources
}

deny contains msg if {
	buckets := [resource | some resource in resources; resource.type == "aws_s3_bucket"]
	count(buckets) > 1
	msg := sprintf("there are %d buckets, but one is allowed", [count(buckets)])
}

deny contains msg if {
	some name, call in input.configuration.root_module.module_calls
	not startswith(call.source, "git::")
	msg := sprintf("module %s has the source %s", [name, call.source])
}

deny contains msg if {
	some check in input.checks
	check.status == "fail"
	msg := sprintf("%s fails: %s", [check.address.to_display, check.instances[0].problems[0].message])
}

warn contains msg if {
	some name, change in input.output_changes
	change.after_unknown
	msg := sprintf("output %s is not known before apply", [name])
}

warn contains msg if {
	some name, variable in input.variables
	variable.value == [22, 443]
	msg := sprintf("variable %s has its default", [name])
}
