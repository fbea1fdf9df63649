computer_moves = ["rock", "paper", "scissors", "rock", "rock"]
player_points = 0
computer_points = 0
rounds = int(input("How many rounds (0-5)? "))
for i in range(rounds):
    player = input("Your move: ").strip().lower()
    computer = computer_moves[i]
    print("Computer:", computer)
    if player == computer:
        print("Tie")
    elif (player == "rock" and computer == "scissors") or \
         (player == "paper" and computer == "rock") or \
         (player == "scissors" and computer == "paper"):
        print("You win")
        player_points += 1
    else:
        print("Computer wins")
        computer_points += 1
print(f"{player_points}:{computer_points}")
