sentence = input("Write a sentence: ")
words = sentence.split()
print("Number of words:", len(words))
longest = ""
for word in words:
    if len(word) > len(longest):
        longest = word
print("Longest word:", longest)
