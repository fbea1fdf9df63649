def linear_search(numbers, target):
    position = -1
    for index in range(len(numbers)):
        if numbers[index] == target:
            position = index
            break
    return position

numbers = [4, 8, 15, 16, 23, 42]
for target in [15, 0, 4, 42]:
    where = linear_search(numbers, target)
    if where == -1:
        print(target, "not found")
    else:
        print(target, "found at index", where)
print(linear_search([], 1))
