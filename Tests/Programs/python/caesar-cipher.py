ALPHABET = "abcdefghijklmnopqrstuvwxyz"

def encrypt(message, shift):
    result = ""
    for letter in message:
        if letter in ALPHABET:
            position = ALPHABET.find(letter)
            new_position = (position + shift) % 26
            result += ALPHABET[new_position]
        else:
            result += letter
    return result

message = input("Message: ").lower()
shift = int(input("Shift: "))
secret = encrypt(message, shift)
print("Secret:", secret)
print("Back again:", encrypt(secret, -shift))
