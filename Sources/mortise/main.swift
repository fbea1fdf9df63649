print("mortise")
