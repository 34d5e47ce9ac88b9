targets = [
  for pair in setproduct(systems, toolchains) : {
    system    = pair[0]
    toolchain = pair[1]
    features  = pair[0] == "linux" ? ["simd"] : []
  }
]

by_system = { for system in systems : system => toolchains }
names     = formatlist("%s-%s", setproduct(systems, toolchains)[*][0], setproduct(systems, toolchains)[*][1])
newest    = try(toolchains[length(toolchains) - 1], null)
checks    = [contains(systems, "linux"), can(systems[9])]

exclude {
  system = "macos"
  reason = "it is slow"
}
