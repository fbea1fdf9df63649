text = input("Text: ")
cleaned = text.lower().replace(" ", "").replace(",", "")
if cleaned == cleaned[::-1]:
    print("It is a palindrome.")
else:
    print("It is not a palindrome.")
print(cleaned)
