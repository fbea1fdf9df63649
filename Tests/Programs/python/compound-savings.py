balance = float(input("Start: "))
goal = float(input("Goal: "))
year = 0
while balance < goal:
    balance = balance * 1.05
    year += 1
    print("After year " + str(year) + ": " + str(round(balance, 2)))
print("Reached after", year, "years")
