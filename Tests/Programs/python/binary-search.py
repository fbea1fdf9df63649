def binary_search(sorted_list, target):
    low = 0
    high = len(sorted_list) - 1
    steps = 0
    while low <= high:
        steps += 1
        mid = (low + high) // 2
        if sorted_list[mid] == target:
            print("Steps:", steps)
            return mid
        elif sorted_list[mid] < target:
            low = mid + 1
        else:
            high = mid - 1
    print("Steps:", steps)
    return -1

numbers = []
for i in range(0, 100, 7):
    numbers.append(i)
for wanted in [49, 0, 50, 98]:
    where = binary_search(numbers, wanted)
    if where >= 0:
        print(f"{wanted} is at position {where}")
    else:
        print(f"{wanted} is not in the list")
print(binary_search([], 5))
