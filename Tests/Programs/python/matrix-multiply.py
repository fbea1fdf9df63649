def multiply(A, B):
    n = len(A)
    m = len(B[0])
    C = []
    for i in range(n):
        C.append([0] * m)
    for i in range(n):
        for j in range(m):
            for k in range(len(B)):
                C[i][j] += A[i][k] * B[k][j]
    return C

A = [[1, 2], [3, 4]]
B = [[5, 6, 0], [7, 8, 1]]
result = multiply(A, B)
for r in result:
    print(r)
print(result[0][1], result[-1][-1])
