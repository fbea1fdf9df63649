x = 5
y = 10
x, y = y, x
print("x =", x, "y =", y)
a = b = c = 0
a += 1
b -= 2
c = a + b
print(a, b, c)
first, second, third = 1, 2, 3
first, second, third = third, first, second
print(first, second, third)
list_a = [1, 2]
list_b = list_a
list_b.append(3)
print(list_a, list_b)
list_c = list_a[:]
list_c.append(4)
print(list_a, list_c)
temp = x
x = y
y = temp
print(x, y)
