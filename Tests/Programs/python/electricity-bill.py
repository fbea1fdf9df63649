units = int(input("Units: "))
if units <= 50:
    amount = units * 0.5
elif units <= 150:
    amount = 25 + (units - 50) * 0.75
else:
    amount = 100 + (units - 150) * 1.2
surcharge = amount * 0.2
total = amount + surcharge
print("Bill:", total)
print(f"Bill: {total:.2f}")
print("Bill: %.1f" % total)
