def min_and_max(numbers):
    low = numbers[0]
    high = numbers[0]
    for n in numbers[1:]:
        if n < low:
            low = n
        if n > high:
            high = n
    return low, high

data = [int(s) for s in input("Numbers: ").split(",")]
smallest, largest = min_and_max(data)
print("from", smallest, "to", largest)
print("range:", largest - smallest)
