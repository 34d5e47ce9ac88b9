%{ for x in xs ~}
- ${x}
%{ endfor ~}
%{ for k, v in m ~}
${k}=${v}
%{ endfor ~}
