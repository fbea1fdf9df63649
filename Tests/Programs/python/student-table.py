students = [["Ann", 90, 80], ["Bob", 60, 75], ["Cat", 100, 95]]
for student in students:
    name = student[0]
    average = (student[1] + student[2]) / 2
    print(name, average)
best = students[0]
for s in students:
    if s[1] + s[2] > best[1] + best[2]:
        best = s
print("Best student:", best[0])
students.append(["Dan", 0, 0])
print(len(students), students[-1])
for i, student in enumerate(students):
    print(i, student[0])
