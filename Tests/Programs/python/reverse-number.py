n = int(input("Enter an integer: "))
original = n
reverse = 0
while n != 0:
    reverse = reverse * 10 + n % 10
    n = n // 10
print("Reversed:", reverse)
if reverse == original:
    print("Same forwards and backwards")
