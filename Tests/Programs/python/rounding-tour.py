import math
values = [2.5, 3.5, -2.5, 2.4, 2.675, 10.0, 7]
for v in values:
    print(v, round(v), int(v), math.floor(v), math.ceil(v))
print(round(3.14159, 2))
print(round(1234.5678, 1))
print(round(0.5), round(1.5))
print(10 / 4, 10 // 4, 10 / 5)
print(0.1 + 0.2)
print(abs(-3), abs(-3.5))
price = 19.99 * 3
print("Total:", round(price, 2))
print(int(-3.7))
