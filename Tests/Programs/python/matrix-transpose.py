def transpose(m):
    rows = len(m)
    if rows == 0:
        return []
    cols = len(m[0])
    result = []
    for c in range(cols):
        new_row = []
        for r in range(rows):
            new_row.append(m[r][c])
        result.append(new_row)
    return result


def print_matrix(m):
    for row in m:
        line = ""
        for x in row:
            line = line + str(x) + " "
        print(line)


a = [[1, 2, 3], [4, 5, 6]]
print_matrix(a)
print("Transposed:")
print_matrix(transpose(a))
print(transpose([]))
