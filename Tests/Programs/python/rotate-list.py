nums = [1, 2, 3, 4, 5]
k = int(input("Rotate by: "))
for i in range(k):
    last = nums.pop()
    nums.insert(0, last)
print(nums)
for i in range(k):
    nums.append(nums.pop(0))
print(nums)
print(nums[k:] + nums[:k])
