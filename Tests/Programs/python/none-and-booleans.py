def find_first_negative(numbers):
    for n in numbers:
        if n < 0:
            return n

result = find_first_negative([3, -4, 5, -6])
print(result)
result = find_first_negative([1, 2])
print(result)
if result is None:
    print("nothing found")
found = result != None
print(found, not found)
a = True
b = False
print(a and b, a or b, not a)
print(3 > 2 and 2 > 1, 1 == 1.0)
print(find_first_negative([]) == None)
nothing = None
print("Value:", nothing)
