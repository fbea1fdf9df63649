PASSWORD = "swordfish"
attempts = 3
while attempts > 0:
    entered = input("Password: ")
    if entered == PASSWORD:
        print("Welcome!")
        break
    attempts -= 1
    print("Wrong. Attempts left:", attempts)
if attempts == 0:
    print("Account locked.")
