moves = 0

def hanoi(n, source, target, helper):
    global moves
    if n == 0:
        return
    hanoi(n - 1, source, helper, target)
    moves += 1
    print("Move disk", n, "from", source, "to", target)
    hanoi(n - 1, helper, target, source)

hanoi(3, "A", "C", "B")
print("Moves:", moves)
hanoi(0, "A", "C", "B")
