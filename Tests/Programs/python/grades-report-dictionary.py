names = ["Ann", "Bob", "Cid"]
points = [83, 47, 0]
passed = {}
total = 0
for i in range(len(names)):
    name = names[i]
    p = points[i]
    total += p
    if p >= 50:
        print(name, "passed with", p)
        passed[name] = p
    else:
        print(name, "failed with", p)
print("Average:", total / len(names))
print("Passed:", len(passed))
