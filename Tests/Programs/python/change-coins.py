cents = int(input("Amount in cents: "))
coins = [200, 100, 50, 20, 10, 5, 2, 1]
for coin in coins:
    number = cents // coin
    if number > 0:
        print(number, "x", coin)
        cents = cents % coin
print("Left:", cents)
