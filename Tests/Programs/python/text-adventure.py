# A tiny adventure. Commands: north, south, take, look, inventory, quit
rooms = ["Cave", "Forest", "Castle"]
things = ["lamp", "", "crown"]
position = 0
inventory = []
moves = 0

def describe(number):
    print("You are in the " + rooms[number] + ".")
    if things[number] != "":
        print("There is a " + things[number] + " here.")

print("Welcome!")
describe(position)
playing = True
while playing:
    command = input("> ").lower().strip()
    moves += 1
    if command == "north":
        if position < len(rooms) - 1:
            position += 1
            describe(position)
        else:
            print("You can't go there.")
    elif command == "south":
        if position == 0:
            print("You can't go there.")
        else:
            position -= 1
            describe(position)
    elif command == "look":
        describe(position)
    elif command == "take":
        thing = things[position]
        if thing == "":
            print("There is nothing to take.")
        else:
            inventory.append(thing)
            things[position] = ""
            print("You have the", thing, "now.")
    elif command == "inventory":
        if len(inventory) == 0:
            print("You carry nothing.")
        for item in inventory:
            print("*", item)
    elif command == "quit":
        playing = False
    else:
        print("I don't understand '" + command + "'.")

    if "crown" in inventory and "lamp" in inventory:
        print("You won in", moves, "moves!")
        playing = False
print("Game over")
