n = int(input("Decimal: "))
if n == 0:
    print("0")
else:
    bits = ""
    while n > 0:
        bits = str(n % 2) + bits
        n = n // 2
    print(bits)
    print("length:", len(bits))
    print("ones:", bits.count("1"))
