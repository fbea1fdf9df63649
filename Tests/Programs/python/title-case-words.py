def capitalize_word(word):
    if word == "":
        return ""
    return word[0].upper() + word[1:].lower()

def title(line):
    words = line.split(" ")
    new_words = []
    for word in words:
        new_words.append(capitalize_word(word))
    return " ".join(new_words)

print(title("the LORD of the rings"))
print(title(""))
print(title("x yz"))
print("hello world".title())
print("hello world".capitalize())
