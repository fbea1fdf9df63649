def is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)

def days_in_month(month, year):
    days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    if month < 1 or month > 12:
        return 0
    if month == 2 and is_leap(year):
        return 29
    return days[month - 1]

print("Days in February 2024:", days_in_month(2, 2024))
print("Days in February 1900:", days_in_month(2, 1900))
print("Days in month 0:", days_in_month(0, 1900))
sum = 0
for month in range(1, 13):
    sum = sum + days_in_month(month, 2023)
print("Days in 2023:", sum)
