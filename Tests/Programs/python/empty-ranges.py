low = int(input("low: "))
high = int(input("high: "))
print("up:")
for i in range(low, high):
    print(i)
print("down:")
for i in range(high, low, -1):
    print(i)
print("by two:")
for i in range(low, high, 2):
    print(i)
print("inclusive:")
total = 0
for i in range(low, high + 1):
    total += i
print("total", total)
