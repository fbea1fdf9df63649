def factorial(n):
    """Return n! by recursion."""
    if n <= 1:
        return 1
    return n * factorial(n - 1)


def main():
    for k in range(0, 8):
        print(k, factorial(k))
    x = int(input("Another one: "))
    print("factorial(" + str(x) + ") =", factorial(x))


if __name__ == "__main__":
    main()
