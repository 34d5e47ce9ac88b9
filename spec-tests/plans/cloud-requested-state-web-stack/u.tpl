#!/bin/sh
echo ${name} %{ if pw > 8 }long%{ endif }
