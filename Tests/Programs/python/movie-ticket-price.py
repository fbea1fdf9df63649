def ticket_price(age, is_student):
    if age < 0:
        return None
    if age < 6:
        return 0
    elif age < 18 or is_student:
        return 7
    elif age >= 65:
        return 8
    return 12

total = 0
people = int(input("How many people? "))
for person in range(1, people + 1):
    age = int(input("Age of person " + str(person) + ": "))
    student = input("Student? ") == "yes"
    price = ticket_price(age, student)
    print("Price:", price)
    total += price
print("Total:", total)
