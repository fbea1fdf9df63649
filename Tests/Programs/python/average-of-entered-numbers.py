def get_average(numbers):
    if len(numbers) == 0:
        return 0
    total = 0
    for number in numbers:
        total += number
    return total / len(numbers)


amount = int(input("How many numbers? "))
numbers = []
for i in range(amount):
    numbers.append(float(input("Number: ")))

print("You entered:", numbers)
print("Average:", get_average(numbers))
