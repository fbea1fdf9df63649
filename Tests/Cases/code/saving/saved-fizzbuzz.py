i = None
numbers = None
total = None

# Describe this function...
def average(numbers):
  global i, total
  total = sum(numbers)
  if len(numbers) == 0:
    return 0
  return total / len(numbers)


for i in range(1, 101):
  if i % 15 == 0:
    print('FizzBuzz')
  elif i % 3 == 0:
    print('Fizz')
  elif i % 5 == 0:
    print('Buzz')
  else:
    print(i)
print('done')

'left over'
