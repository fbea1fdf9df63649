a = int(input("a: "))
b = int(input("b (not 0): "))
print("a // b =", a // b)
print("a % b =", a % b)
print("a / b =", a / b)
print((a // b) * b + a % b == a)
hour = (10 - a) % 12
print("clock:", hour)
print(-7 // 2, -7 % 3, 7 % -3, 7 // -2)
