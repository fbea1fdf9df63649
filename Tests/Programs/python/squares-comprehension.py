n = int(input("n: "))
squares = [x * x for x in range(n)]
print(squares)
cubes = [x ** 3 for x in range(1, n + 1)]
print(cubes)
halves = [s / 2 for s in squares]
print(halves)
print("sum of squares:", sum(squares))
