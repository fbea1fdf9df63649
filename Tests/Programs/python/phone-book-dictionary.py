book = {"Tom": "123", "Eva": "456"}
name = input("Name: ")
while name != "":
    name = name.strip()
    if name == "Tom" or name == "Eva":
        print(name + ": " + book[name])
    else:
        print("No entry for " + name)
    name = input("Name: ")
print("Bye")
