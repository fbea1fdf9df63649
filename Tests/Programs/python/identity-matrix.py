n = int(input("Size: "))
matrix = []
for i in range(n):
    row = []
    for j in range(n):
        if i == j:
            row.append(1)
        else:
            row.append(0)
    matrix.append(row)
print(matrix)
zeros = [[0] * n for _ in range(n)]
for i in range(n):
    zeros[i][n - 1 - i] = 5
print(zeros)
