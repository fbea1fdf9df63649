text = input("Text: ").lower()
counts = {}
letters = "abcdefghijklmnopqrstuvwxyz"
best = ""
best_count = 0
for letter in letters:
    c = text.count(letter)
    if c > 0:
        print(letter, c)
        counts[letter] = c
    if c > best_count:
        best = letter
        best_count = c
if best_count == 0:
    print("No letters")
else:
    print("Most frequent: " + best + " (" + str(best_count) + ")")
for key in counts:
    print(key, "*" * counts[key])
