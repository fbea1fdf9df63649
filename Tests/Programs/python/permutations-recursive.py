def permutations(letters):
    if len(letters) <= 1:
        return [letters]
    result = []
    for i in range(len(letters)):
        first = letters[i]
        others = letters[:i] + letters[i+1:]
        for p in permutations(others):
            result.append(first + p)
    return result

def power_set(items):
    if items == []:
        return [[]]
    head = items[0]
    without = power_set(items[1:])
    with_head = []
    for s in without:
        with_head.append([head] + s)
    return without + with_head

words = permutations("abc")
print(len(words), words)
print(permutations(""))
print(power_set([1, 2, 3]))
