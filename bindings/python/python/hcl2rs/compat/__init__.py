"""Drop-in replacements for other libraries: `python_hcl2`, `bc`, `pygohcl` and `hcl2json`."""
