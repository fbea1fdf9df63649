text = input("Text: ")
reversed_text = ""
for ch in text:
    reversed_text = ch + reversed_text
print(reversed_text)
print(text[::-1])
i = len(text) - 1
while i >= 0:
    print(text[i])
    i -= 1
