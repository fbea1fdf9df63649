password = input("Password: ")
has_digit = False
has_upper = False
has_lower = False
for c in password:
    if c.isdigit():
        has_digit = True
    elif c.isupper():
        has_upper = True
    elif c.islower():
        has_lower = True

points = 0
if len(password) >= 8:
    points += 1
if has_digit:
    points += 1
if has_upper and has_lower:
    points += 1

if points == 3:
    print("strong")
elif points == 2:
    print("medium")
else:
    print("weak")
