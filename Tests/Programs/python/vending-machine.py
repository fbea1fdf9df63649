products = ["water", "juice", "chips"]
prices = [1.0, 1.5, 2.25]
stock = [1, 0, 5]
money = float(input("Insert money: "))
choice = input("Product: ")
if choice not in products:
    print("We do not have that")
else:
    index = products.index(choice)
    if stock[index] == 0:
        print("Sold out")
    elif money < prices[index]:
        print("Too expensive:", prices[index])
    else:
        stock[index] -= 1
        print("Here is your", choice)
        print("Change:", money - prices[index])
print("Stock:", stock)
