def add(a, b):
    return a + b

def subtract(a, b):
    return a - b

def multiply(a, b):
    return a * b

def divide(a, b):
    if b == 0:
        return "Error: division by zero"
    return a / b

while True:
    print("Options: + - * / quit")
    op = input("Operation: ")
    if op == "quit":
        break
    if op not in ["+", "-", "*", "/"]:
        print("Unknown operation")
        continue
    x = float(input("x: "))
    y = float(input("y: "))
    if op == "+":
        print(add(x, y))
    elif op == "-":
        print(subtract(x, y))
    elif op == "*":
        print(multiply(x, y))
    else:
        print(divide(x, y))
