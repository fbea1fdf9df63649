evens, odds = 0, 0
zahlen = []
n = int(input("Zahl: "))
while n >= 0:
    zahlen.append(n)
    if n % 2:
        odds += 1
    else:
        evens += 1
    n = int(input("Zahl: "))
print("gerade:", evens, "ungerade:", odds)
if not zahlen:
    print("keine Zahlen")
else:
    print(zahlen[0], zahlen[-1])
