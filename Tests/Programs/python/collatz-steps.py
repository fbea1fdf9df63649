def collatz(n):
    steps = 0
    while n > 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps

most = 0
best = 0
for start in range(1, 30):
    s = collatz(start)
    if s > most:
        most = s
        best = start
print(best, "needs", most, "steps")
print(collatz(0))
