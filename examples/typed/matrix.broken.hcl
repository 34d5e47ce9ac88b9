targets = [
  for pair in setproduct(systems, toolchain) : {
    system    = pair[0]
    toolchain = pair[1]
  }
]

by_system = { for system in systems : system => system }
names     = [for name in systems : name if "yes"]
newest    = toolchains[2]
checks    = [contains(systems), can(systems[9])]

exclude {
  system = systems.first
  reason = lenght(systems)
}
