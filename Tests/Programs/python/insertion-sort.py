def insertion_sort(items):
    for i in range(1, len(items)):
        current = items[i]
        j = i - 1
        while j >= 0 and items[j] > current:
            items[j + 1] = items[j]
            j -= 1
        items[j + 1] = current
    return items

print(insertion_sort([5, 2, 4, 6, 1, 3]))
print(insertion_sort([]))
print(insertion_sort([1]))
words = input("Words: ").split(" ")
print(insertion_sort(words))
