def count_letters(text):
    letters = 0
    for ch in text:
        if ch.isalpha():
            letters += 1
    return letters

def count_sentences(text):
    return text.count(".") + text.count("!") + text.count("?")

def main():
    text = input("Text: ")
    words = len(text.split())
    print("Characters:", len(text))
    print("Letters:", count_letters(text))
    print("Words:", words)
    print("Sentences:", count_sentences(text))
    if words > 0:
        print("Average word length:", round(count_letters(text) / words, 2))

main()
