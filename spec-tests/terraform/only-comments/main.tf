# nothing here

# but remarks
