letters = ["a", "b", "c", "d", "e", "f"]
print(letters[1:4])
print(letters[:2])
print(letters[3:])
print(letters[-2:])
print(letters[:-1])
print(letters[4:2])
print(letters[::-1])
n = int(input("n: "))
print("first", n, ":", letters[:n])
print("rest:", letters[n:])
word = "computer"
print(word[:n], word[n:])
print(word[2:5] + word[-1])
