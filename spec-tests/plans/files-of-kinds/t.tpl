id=${id} %{ for x in l ~}
 ${x}
%{ endfor ~}
