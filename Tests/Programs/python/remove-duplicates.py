def unique(items):
    seen = []
    for item in items:
        if item not in seen:
            seen.append(item)
    return seen

print(unique([1, 2, 2, 3, 1, 4]))
print(unique(["b", "a", "b"]))
print(unique([]))
numbers = [5, 5, 5]
copy = unique(numbers)
copy.append(6)
print(numbers, copy)
