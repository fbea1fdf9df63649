def board(size):
    for row in range(size):
        line = ""
        for col in range(size):
            if (row + col) % 2 == 0:
                line += "#"
            else:
                line += "."
        print(line)

board(4)
board(0)
board(1)
print("end")
