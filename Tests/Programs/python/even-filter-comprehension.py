numbers = [3, 8, 0, -5, 12, 7, -2]
evens = [n for n in numbers if n % 2 == 0]
odds = [n for n in numbers if n % 2 != 0]
print("Even:", evens)
print("Odd:", odds)
positive = [n for n in numbers if n > 0]
print(len(positive), "positive numbers")
labels = ["even" if n % 2 == 0 else "odd" for n in numbers]
print(labels)
none = [n for n in numbers if n > 100]
print(none, len(none), none == [])
