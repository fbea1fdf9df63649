grid = ["..##", "#..#", "####"]

def count_cell(grid, symbol):
    amount = 0
    for line in grid:
        for cell in line:
            if cell == symbol:
                amount += 1
    return amount

def neighbors(grid, row, col):
    found = 0
    for r in range(row - 1, row + 2):
        for c in range(col - 1, col + 2):
            if r == row and c == col:
                continue
            if 0 <= r < len(grid) and 0 <= c < len(grid[r]):
                if grid[r][c] == "#":
                    found += 1
    return found

print(count_cell(grid, "#"), count_cell([], "#"))
for r in range(3):
    text = ""
    for c in range(4):
        text += str(neighbors(grid, r, c))
    print(text)
