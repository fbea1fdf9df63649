import math

a = float(input("a = "))
b = float(input("b = "))
c = float(input("c = "))
if a == 0:
    print("Not quadratic")
else:
    disc = b ** 2 - 4 * a * c
    if disc > 0:
        x1 = (-b + math.sqrt(disc)) / (2 * a)
        x2 = (-b - math.sqrt(disc)) / (2 * a)
        print("Two solutions:", x1, "and", x2)
    elif disc == 0:
        print("One solution:", -b / (2 * a))
    else:
        print("No solution")
