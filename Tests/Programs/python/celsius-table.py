# Prints a table of temperatures
start = int(input("From: "))
stop = int(input("To: "))
step = int(input("Step: "))
print("C\tF")
for c in range(start, stop, step):
    f = c * 9 / 5 + 32
    print(str(c) + "\t" + str(f))
