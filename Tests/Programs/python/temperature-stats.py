temps = []
days = int(input("Days: "))
for day in range(1, days + 1):
    t = float(input(f"Temperature on day {day}: "))
    temps.append(t)

if temps:
    average = sum(temps) / len(temps)
    above = 0
    for t in temps:
        if t > average:
            above += 1
    print("Average:", average)
    print("Hottest:", max(temps))
    print("Coldest:", min(temps))
    print("Days above average:", above)
else:
    print("No data")
