height = int(input("Height: "))
for row in range(1, height + 1):
    print("*" * row)
for row in range(height, 0, -1):
    print("*" * row)
