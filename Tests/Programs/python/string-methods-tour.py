text = "  Hello World  "
print(text.strip())
print(text.upper())
print(text.lower().strip())
word = "mississippi"
print(word.count("ss"))
print(word.find("ss"))
print(word.find("x"))
print(word.replace("ss", "SS"))
print(word.startswith("miss"))
print(word.endswith("pi"))
date = "2024-03-15"
parts = date.split("-")
print(parts)
print(".".join(parts))
print(int(parts[0]) + 1)
print(len(word), "sip" in word)
print("abc" < "abd", "Z" < "a")
print("7".isdigit(), "x7".isdigit(), "".isdigit())
