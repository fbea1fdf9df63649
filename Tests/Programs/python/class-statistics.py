"""Statistics of a small class: averages, grades and a bar chart."""

NAMES = ["Ada", "Ben", "Cleo", "Dora", "Emil"]
POINTS = [
    [12, 15, 9],
    [20, 18, 19],
    [0, 0, 0],
    [7, 11, 14],
    [16, 16, 17],
]
MAX_POINTS = 20


def average(values):
    """Mean of the values, 0 if there are none."""
    if not values:
        return 0
    return sum(values) / len(values)


def grade(mean):
    percent = mean / MAX_POINTS * 100
    if percent >= 85:
        return "very good"
    elif percent >= 70:
        return "good"
    elif percent >= 50:
        return "pass"
    return "fail"


def best_of_test(test):
    best = 0
    for i in range(1, len(POINTS)):
        if POINTS[i][test] > POINTS[best][test]:
            best = i
    return NAMES[best]


def main():
    means = []
    for i in range(len(NAMES)):
        mean = average(POINTS[i])
        means.append(mean)
        print(f"{NAMES[i]}: {mean} ({grade(mean)})")
    print("Class average:", round(average(means), 2))

    for test in range(3):
        print("Best in test", test + 1, "is", best_of_test(test))

    print("Bar chart:")
    for name, mean in zip(NAMES, means):
        bar = "#" * int(mean)
        print(name.ljust(6) + bar)
    print("Empty:", average([]))


if __name__ == "__main__":
    main()
