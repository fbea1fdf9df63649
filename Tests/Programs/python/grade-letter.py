score = input("Score: ")
score = int(score)
if score >= 90:
    grade = "A"
elif score >= 80:
    grade = "B"
elif score >= 70:
    grade = "C"
elif score >= 60:
    grade = "D"
else:
    grade = "F"
print("Your grade is " + grade + ".")
if grade != "F" and score % 10 >= 7:
    print("Almost one better: " + grade + "+")
bonus = score + 5
print("With the bonus:", bonus)
