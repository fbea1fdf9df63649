number = int(input("Number: "))
rest = number
digit_sum = 0
while rest > 0:
    digit = rest % 10
    digit_sum += digit
    rest //= 10
print("The digit sum of", number, "is", digit_sum)
text = str(number)
sum = 0
for ch in text:
    sum += int(ch)
print(sum == digit_sum)
