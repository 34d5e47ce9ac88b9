terraform import text_file.hello hello.txt
