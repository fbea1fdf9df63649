count = int(input("How many Fibonacci numbers? "))
fib = [0, 1]
while len(fib) < count:
    fib.append(fib[-1] + fib[-2])
print(fib[:count])
a, b = 0, 1
for _ in range(count):
    print(a, end=" ")
    a, b = b, a + b
print()
