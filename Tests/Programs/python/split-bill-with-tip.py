def split_bill(total, people, tip=10):
    """Each person's share, with a tip in percent."""
    if people == 0:
        return 0
    with_tip = total + total * tip / 100
    return round(with_tip / people, 2)

amount = float(input("Bill: "))
people = int(input("People: "))
print("Each pays", split_bill(amount, people))
print("Generous:", split_bill(amount, people, 20))
