count = int(input("How many? "))
nums = []
for i in range(count):
    nums.append(int(input()))

for i in range(len(nums)):
    min_index = i
    for j in range(i + 1, len(nums)):
        if nums[j] < nums[min_index]:
            min_index = j
    temp = nums[i]
    nums[i] = nums[min_index]
    nums[min_index] = temp

for num in nums:
    print(num)
