balance = 100

def show_menu():
    print("1: balance")
    print("2: deposit")
    print("3: withdraw")
    print("4: quit")

def deposit(amount):
    global balance
    balance += amount

def withdraw(amount):
    global balance
    if amount > balance:
        print("Not enough money!")
        return
    balance -= amount
    print("Here is your money:", amount)

show_menu()
running = True
while running:
    choice = input("Choice: ")
    if choice == "1":
        print("Balance:", balance)
    elif choice == "2":
        deposit(int(input("Amount: ")))
    elif choice == "3":
        withdraw(int(input("Amount: ")))
    elif choice == "4":
        running = False
    else:
        print("Please enter 1, 2, 3 or 4.")
print("Goodbye! You have", balance)
