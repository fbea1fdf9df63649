scores = []
players = []
while True:
    player = input("Player: ")
    if player == "":
        break
    points = int(input("Points: "))
    players.append(player)
    scores.append(points)

place = 1
while place <= 3 and len(scores) > 0:
    best = 0
    for i in range(len(scores)):
        if scores[i] > scores[best]:
            best = i
    print(str(place) + ". " + players[best] + " " + str(scores[best]))
    scores.pop(best)
    players.pop(best)
    place += 1
print("Remaining:", players)
