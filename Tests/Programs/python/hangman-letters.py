word = "banana"
guessed = []
lives = 5
while lives > 0:
    display = ""
    for letter in word:
        if letter in guessed:
            display += letter
        else:
            display += "_"
    print(display)
    if display == word:
        print("You won with", lives, "lives left!")
        break
    guess = input("Letter: ")
    if guess in guessed:
        print("You already had that.")
        continue
    guessed.append(guess)
    if guess not in word:
        lives -= 1
        print("Wrong!")
if lives == 0:
    print("You lost. The word was " + word)
