shopping = []
item = input("Item (or done): ")
while item != "done":
    if item in shopping:
        print(item, "is already on the list")
    else:
        shopping.append(item)
    item = input("Item (or done): ")

print("You have to buy", len(shopping), "things:")
shopping.sort()
for thing in shopping:
    print("- " + thing)
