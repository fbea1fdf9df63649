numbers = [int(x) for x in input("Numbers: ").split()]
if len(numbers) > 0:
    smallest = numbers[0]
    biggest = numbers[0]
    for n in numbers:
        if n < smallest:
            smallest = n
        if n > biggest:
            biggest = n
    print("Smallest:", smallest)
    print("Biggest:", biggest)
    print("Built in:", min(numbers), max(numbers))
else:
    print("No numbers")
