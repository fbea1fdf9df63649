def gcd(a, b):
    while b != 0:
        a, b = b, a % b
    return a

firsts = [48, 0, 0, 17, 100]
seconds = [36, 0, 7, 5, 75]
for i in range(len(firsts)):
    first = firsts[i]
    second = seconds[i]
    g = gcd(first, second)
    print("gcd of", first, "and", second, "=", g)
    if g != 0:
        print("lcm =", first * second // g)
