def two_digits(n):
    text = str(n)
    if len(text) < 2:
        text = "0" + text
    return text

def convert(seconds):
    hours = seconds // 3600
    minutes = (seconds % 3600) // 60
    secs = seconds % 60
    print(hours, "h", minutes, "min", secs, "s")
    return two_digits(hours) + ":" + two_digits(minutes) + ":" + two_digits(secs)

print(convert(3725))
print(convert(0))
print(convert(86399))
