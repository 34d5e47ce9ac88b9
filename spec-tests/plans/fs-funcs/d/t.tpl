Hi ${n}%{ for i in l } ${i}%{ endfor }
