questions = ["Capital of France?", "2 + 2?", "Color of the sky?"]
answers = ["paris", "4", "blue"]
score = 0
for i in range(len(questions)):
    answer = input(questions[i] + " ")
    if answer.lower() == answers[i]:
        print("Right!")
        score += 1
    else:
        print("Wrong, it is", answers[i])
percent = score / len(questions) * 100
print(f"You got {score} of {len(questions)} points, that is {round(percent)} %")
