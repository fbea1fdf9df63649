# A small guessing game with a fixed secret number
secret = 37
tries = 0
guess = int(input("Guess a number (0 to stop): "))
while guess != secret and guess != 0:
    tries = tries + 1
    if guess < secret:
        print("Too low!")
    else:
        print("Too high!")
    guess = int(input("Guess again: "))
if guess == secret:
    print("Correct! You needed", tries + 1, "tries.")
else:
    print("You gave up after", tries, "tries.")
