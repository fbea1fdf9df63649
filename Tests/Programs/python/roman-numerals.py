def to_roman(number):
    values = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1]
    symbols = ["M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"]
    roman = ""
    i = 0
    while number > 0:
        while number >= values[i]:
            roman += symbols[i]
            number -= values[i]
        i += 1
    return roman

def from_roman(roman):
    symbols = "IVXLCDM"
    values = [1, 5, 10, 50, 100, 500, 1000]
    total = 0
    previous = 0
    for ch in reversed(roman):
        value = values[symbols.index(ch)]
        if value < previous:
            total -= value
        else:
            total += value
        previous = value
    return total

for n in [1, 4, 9, 14, 40, 90, 400, 1994, 2024, 0]:
    r = to_roman(n)
    print(n, "=", r, "=", from_roman(r))
