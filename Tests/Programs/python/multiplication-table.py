size = int(input("Size: "))
for i in range(1, size + 1):
    for j in range(1, size + 1):
        print(i * j, end="\t")
    print()
print("-----")
number = size
for k in range(1, 11):
    print(f"{number} x {k} = {number * k}")
