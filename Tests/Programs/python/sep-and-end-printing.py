print("a", "b", "c", sep="-")
print("no newline", end="")
print(" ... continued")
for i in range(5):
    print(i, end=" ")
print()
for i in range(0):
    print("never", end="")
print(1, 2, 3, sep=", ")
print("x", end="\n\n")
print(10, 20, sep="", end="!\n")
print("2024", "01", "05", sep="/")
