def is_anagram(word1, word2):
    word1 = word1.replace(" ", "").lower()
    word2 = word2.replace(" ", "").lower()
    if len(word1) != len(word2):
        return False
    for letter in word1:
        if word1.count(letter) != word2.count(letter):
            return False
    return True

print(is_anagram("listen", "silent"))
print(is_anagram("Dormitory", "dirty room"))
print(is_anagram("", "x"))
print(sorted("night") == sorted("thing"))
