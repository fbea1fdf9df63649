limit = int(input("Limit: "))
is_prime = [True] * (limit + 1)
for i in range(2, limit + 1):
    if is_prime[i]:
        for multiple in range(i * i, limit + 1, i):
            is_prime[multiple] = False
primes = []
for i in range(2, limit + 1):
    if is_prime[i] == True:
        primes.append(i)
print(primes)
