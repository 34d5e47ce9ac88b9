%{ for x in xs ~}
- ${x}
%{ endfor ~}
${ join(",", [for k, v in m : "${k}:${v}"]) }
