def read_number(text):
    try:
        return int(text)
    except ValueError:
        return 0

total = 0
for word in input("Numbers: ").split(","):
    value = read_number(word)
    total += value
    print("value", value)
print("total", total)
