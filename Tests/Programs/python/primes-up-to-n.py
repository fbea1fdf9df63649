n = int(input("Primes up to: "))
primes = []
candidate = 2
while candidate <= n:
    found_divisor = False
    divisor = 2
    while divisor * divisor <= candidate:
        if candidate % divisor == 0:
            found_divisor = True
            break
        divisor += 1
    if not found_divisor:
        primes.append(candidate)
    candidate += 1
print(primes)
print("There are", len(primes), "primes.")
