def second_largest(values):
    largest = None
    second = None
    for v in values:
        if largest is None or v > largest:
            second = largest
            largest = v
        elif v != largest and (second is None or v > second):
            second = v
    return second

values = []
line = input("Value (empty to end): ")
while line != "":
    values.append(int(line))
    line = input("Value (empty to end): ")
answer = second_largest(values)
if answer is None:
    print("There is no second largest value.")
else:
    print("Second largest:", answer)
