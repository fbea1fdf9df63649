VOWELS = "aeiou"

def pig(word):
    if word[0] in VOWELS:
        return word + "way"
    i = 0
    while i < len(word) and word[i] not in VOWELS:
        i += 1
    return word[i:] + word[:i] + "ay"

sentence = "The quick brown apple shhh".lower()
output = []
for w in sentence.split():
    output.append(pig(w))
print(" ".join(output))
