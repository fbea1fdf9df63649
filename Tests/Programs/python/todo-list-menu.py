tasks = []
while True:
    command = input("> ").strip()
    if command == "quit":
        break
    elif command == "show":
        if len(tasks) == 0:
            print("Nothing to do!")
        for i in range(len(tasks)):
            print(str(i + 1) + ") " + tasks[i])
    elif command.startswith("add "):
        tasks.append(command[4:])
    elif command == "done":
        number = int(input("Which? "))
        if 1 <= number <= len(tasks):
            del tasks[number - 1]
        else:
            print("No such task")
    else:
        print("?")
print("You leave with", len(tasks), "open tasks")
