def fib(n):
    if n == 0 or n == 1:
        return n
    left = fib(n - 1)
    right = fib(n - 2)
    return left + right

wanted = int(input())
for i in range(wanted):
    print("fib of", i, "is", fib(i))
