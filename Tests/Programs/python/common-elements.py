list1 = [1, 5, 9, 12, 20]
list2 = [5, 7, 12, 30, 1]
common = []
for x in list1:
    for y in list2:
        if x == y:
            common.append(x)
            break
print("Common:", common)
only_first = [x for x in list1 if x not in list2]
print("Only in first:", only_first)
print("Anything in common?", len(common) > 0)
