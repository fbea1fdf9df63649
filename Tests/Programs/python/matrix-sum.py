matrix = [
    [1, 2, 3],
    [4, 5, 6],
    [7, 8, 9]
]
total = 0
for row in matrix:
    for value in row:
        total += value
print("Total:", total)

diagonal = 0
for i in range(len(matrix)):
    diagonal += matrix[i][i]
print("Diagonal:", diagonal)

for row in matrix:
    print(sum(row))
for c in range(3):
    column = 0
    for r in range(3):
        column += matrix[r][c]
    print("Column", c, "has sum", column)
