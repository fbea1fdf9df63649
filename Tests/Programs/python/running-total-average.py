readings = [12, 7.5, 0, 3, -4]
running = 0
seen = 0
for reading in readings:
    running += reading
    seen += 1
    print("after", seen, "readings:", running, running / seen)
print("Last total is integer:", running == int(running))
print("Mean of two:", (readings[0] + readings[1]) / 2)
print(6 / 3, 6 // 3, 2 ** 3, 2.0 * 3, 7.0)
