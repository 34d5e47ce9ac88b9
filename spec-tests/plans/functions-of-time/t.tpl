%{ for x in b ~}
${a}-${x}
%{ endfor ~}
