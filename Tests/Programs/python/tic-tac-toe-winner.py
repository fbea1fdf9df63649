def winner(board):
    for row in board:
        if row[0] == row[1] == row[2] and row[0] != " ":
            return row[0]
    for c in range(3):
        if board[0][c] == board[1][c] == board[2][c] and board[0][c] != " ":
            return board[0][c]
    if board[0][0] == board[1][1] == board[2][2] and board[1][1] != " ":
        return board[1][1]
    if board[0][2] == board[1][1] == board[2][0] and board[1][1] != " ":
        return board[1][1]
    return None

board = []
for r in range(3):
    row = input("Row " + str(r + 1) + ": ")
    board.append([row[0], row[1], row[2]])

for row in board:
    print("|".join(row))
w = winner(board)
if w is None:
    print("Nobody has won")
else:
    print("The winner is", w)
