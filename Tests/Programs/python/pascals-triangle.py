n = 6
row = [1]
for line in range(n):
    text = ""
    for value in row:
        text = text + str(value) + " "
    print(text.strip())
    new_row = [1]
    for i in range(len(row) - 1):
        new_row.append(row[i] + row[i + 1])
    new_row.append(1)
    row = new_row
