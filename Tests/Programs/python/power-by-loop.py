def power(base, exponent):
    result = 1
    for i in range(exponent):
        result = result * base
    return result

print(power(2, 10), 2 ** 10)
print(power(0, 0), 0 ** 0)
print(power(-3, 3), (-3) ** 3)
print(-2 ** 2)
print(2 ** -1, 4 ** 0.5)
print(power(7, 20) == 7 ** 20, power(7, 25))

b = 2
e = 5
print(f"{b}^{e} = {b ** e}")
