for num in range(100, 1000):
    hundreds = num // 100
    tens = num // 10 % 10
    ones = num % 10
    if hundreds ** 3 + tens ** 3 + ones ** 3 == num:
        print(num)

def is_armstrong(number):
    digits = str(number)
    total = 0
    for d in digits:
        total += int(d) ** len(digits)
    return total == number

print(is_armstrong(9474))
print(is_armstrong(0))
print(is_armstrong(10))
