def bubble_sort(a):
    n = len(a)
    for i in range(n):
        for j in range(0, n - i - 1):
            if a[j] > a[j + 1]:
                a[j], a[j + 1] = a[j + 1], a[j]

data = [64, 34, 25, 12, 22, 11, 90]
bubble_sort(data)
print("Sorted:", data)
empty = []
bubble_sort(empty)
print("Sorted:", empty)
names = ["Zoe", "Adam", "Mia"]
bubble_sort(names)
print("Sorted:", names)
