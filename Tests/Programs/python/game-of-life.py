# Conway's game of life on a small board
ROWS = 5
COLS = 6

def make_board():
    board = []
    for r in range(ROWS):
        row = []
        for c in range(COLS):
            row.append(0)
        board.append(row)
    return board

def count_neighbors(board, row, col):
    count = 0
    for dr in range(-1, 2):
        for dc in range(-1, 2):
            if dr != 0 or dc != 0:
                r = row + dr
                c = col + dc
                if r >= 0 and r < ROWS and c >= 0 and c < COLS:
                    count += board[r][c]
    return count

def next_generation(board):
    new_board = make_board()
    for r in range(ROWS):
        for c in range(COLS):
            n = count_neighbors(board, r, c)
            if n == 3 or (n == 2 and board[r][c] == 1):
                new_board[r][c] = 1
    return new_board

def show(board):
    for row in board:
        line = ""
        for cell in row:
            if cell == 1:
                line += "O"
            else:
                line += "."
        print(line)
    print()

board = make_board()
board[2][1] = 1
board[2][2] = 1
board[2][3] = 1
for generation in range(3):
    print("Generation", generation)
    show(board)
    board = next_generation(board)
