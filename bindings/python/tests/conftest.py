"""What the tests of Spark share."""

import os

# Its virtual machines live for seconds: neither the best code nor threads that collect garbage pay there.
os.environ.setdefault("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
