rolls = [3, 6, 1, 2, 6, 6, 4, 5, 3, 1, 6, 2, 4, 4, 3]
counts = [0] * 7
for roll in rolls:
    counts[roll] += 1
for face in range(1, 7):
    print(str(face) + ": " + "*" * counts[face])
print("Average roll:", sum(rolls) / len(rolls))
print("Most rolled:", counts.index(max(counts)))
