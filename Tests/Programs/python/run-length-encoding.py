def encode(text):
    if len(text) == 0:
        return ""
    result = ""
    current = text[0]
    count = 1
    for i in range(1, len(text)):
        if text[i] == current:
            count += 1
        else:
            result += str(count) + current
            current = text[i]
            count = 1
    result += str(count) + current
    return result

print(encode("aaabccd"))
print(encode(""))
print(encode("x"))
