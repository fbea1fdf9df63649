years = [2024, 2023, 1900, 2000, 0]
leap_years = []
for year in years:
    if (year % 4 == 0 and year % 100 != 0) or year % 400 == 0:
        print(year, "is a leap year")
        leap_years.append(year)
    else:
        print(year, "is not a leap year")
print(leap_years)
