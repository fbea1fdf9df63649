import FileTesting
import Testing

/// A program is typed by someone who only hears the status line. How many choices a line has doesn't matter here.
@Suite(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) struct SpokenJourneyTests {
  fileprivate struct Step: Sendable {
    var keys: String
    var status: String

    init(_ keys: String, _ status: String) { (self.keys, self.status) = (keys, status) }
  }

  struct Journey: Sendable, CustomTestStringConvertible {
    var name: String
    var file: String
    var columns = 80
    fileprivate var steps: [Step]
    /// The program that comes of it.
    var text: String
    /// What it writes when it runs; nil if it asks.
    var output: String?

    var testDescription: String { name }
  }

  static let journeys = [
    Journey(
      name: "FizzBuzz", file: "fizzbuzz.xml", columns: 120,
      steps: [
        Step("a", "type a statement · at the end of the program"),
        Step(
          "count with i", "“count with i”: count with i from … to … by …, new variable i · at the end of the program"),
        Step("<Enter>", "inserted count with i from 1 to 10 by 1 · type a value · in from of count with i"),
        Step("1", "“1”: 1 · in from of count with i"),
        Step("<Enter>", "set to number 1 · type a value · in to of count with i"),
        Step("100", "“100”: 100 · in to of count with i"),
        Step("<Enter>", "set to number 100 · type a value · in by of count with i"),
        Step("1", "“1”: 1 · in by of count with i"),
        Step("<Enter>", "set to number 1 · type a statement · in do of count with i"),
        Step("if i is divisible by 15", "“if i is divisible by 15”: if i is divisible by 15 · in do of count with i"),
        Step("<Enter>", "inserted if i is divisible by 15 · type a statement · in do of if"),
        Step("print \"FizzBuzz\"", "“print \"FizzBuzz\"”: print \"FizzBuzz\" · in do of if"),
        Step("<Enter>", "inserted print “FizzBuzz” · type a statement · below it"),
        Step("else if i%3=0", "“else if i%3=0”: else if i%3=0 · below print"),
        Step("<Enter>", "added else if to this if · type a statement · in do 2 of if"),
        Step("print \"Fizz", "“print \"Fizz”: print \"Fizz\" · in do 2 of if"),
        Step("<Enter>", "inserted print “Fizz” · type a statement · below it"),
        Step("else if i%5=0", "“else if i%5=0”: else if i%5=0 · below print"),
        Step("<Enter>", "added else if to this if · type a statement · in do 3 of if"),
        Step("print \"Buzz", "“print \"Buzz”: print \"Buzz\" · in do 3 of if"),
        Step("<Enter>", "inserted print “Buzz” · type a statement · below it"),
        Step("else", "“else”: else · below print"),
        Step("<Enter>", "added else to this if · type a statement · in else of if"),
        Step("prinr", "“prinr”: no match; ↓ selects print … · in else of if"),
        Step("<Backspace>", "“prin”: print … · in else of if"),
        Step("<Tab>", "“print ”: print … · in else of if"),
        Step("i", "“print i”: print i · in else of if"),
        Step("<Enter>", "inserted print i · type a statement · below it"),
        Step("<Enter>", "type a statement · below if"),
        Step("<Esc>", "if i is divisible by 15, 3 branches and else · in do of count with i"),
        Step("<C-s>", "saved fizzbuzz.xml"),
      ],
      text: """
        count with i from 1 to 100 by 1
          if i is divisible by 15
            print "FizzBuzz"
          else if remainder of i ÷ 3 = 0
            print "Fizz"
          else if remainder of i ÷ 5 = 0
            print "Buzz"
          else
            print i

        """),
    Journey(
      name: "the average of a list", file: "average.xml",
      steps: [
        Step("a", "type a statement · at the end of the program"),
        Step("to average with: numbers", "to average with: numbers, new variable numbers · at the…"),
        Step("<Enter>", "inserted to average with: numbers · in to average"),
        Step("total = 0", "“total = 0”: total = 0, new variable total · in to average"),
        Step("<Enter>", "inserted set total to 0 · type a statement · below it"),
        Step("for n in numbers:", "for n in numbers, new variable n · below set total"),
        Step("<Enter>", "inserted for each item n in list numbers · in do of for each item n"),
        Step("total += n", "“total += n”: total += n · in do of for each item n"),
        Step("<Enter>", "inserted change total by n · type a statement · below it"),
        Step("<Enter>", "type a statement · below for each item n"),
        Step("return total / len(numbers)", "return total / len(numbers) · below for each item n"),
        Step("<Enter>", "“average” returns a value now · at the end of the program"),
        Step("print(average([1, 2, 3]))", "print average with: numbers [1, 2, 3] · at the end of t…"),
        Step("<Enter>", "inserted print average with: numbers create list with 1 2 3 · below it"),
        Step("<Esc>", "print average with: numbers create list with 1 2 3"),
        Step("<C-s>", "saved average.xml"),
      ],
      text: """
        to average with: numbers
          set total to 0
          for each item n in list numbers
            change total by n
        return total ÷ length of numbers ::lists_length

        print average with: numbers [1, 2, 3]

        """, output: "2.0\n"),
    Journey(
      name: "bubble sort", file: "sort.xml",
      steps: [
        Step("a", "type a statement · at the end of the program"),
        Step("nums = [5, 3, 8, 1]", "nums = [5, 3, 8, 1], new variable nums · at the end of …"),
        Step("<Enter>", "inserted set nums to create list with 5 3 8 1 · below it"),
        Step(
          "for i in range(len(nums) - 1):",
          "count with i from 0 to length of nums - 2 by 1, new variable i"),
        Step("<Enter>", "inserted count with i from 0 to length of nums - 2 by 1 · in do of count with i"),
        Step("for j in range(len(nums) - i - 1):", "if (length of nums - i) - 1 > 0, count with j fr…, new variable j"),
        Step("<Enter>", "inserted if ((length of nu…, 2 statements · in do of count with j"),
        Step("if nums[j] > nums[j + 1]:", "if in list nums get # (j + 1) > in list num…, blocks count from 1"),
        Step("<Enter>", "inserted if in list nums get # (j + 1) > in list n… · in do of if"),
        Step("t = nums[j]", "set t to in list nums get # (j + 1), blocks coun…, new variable t"),
        Step("<Enter>", "inserted set t to in list nums get # (j + 1) · below it"),
        Step("nums[j] = nums[j + 1]", "in list nums set # j + 1 as in list nums ge…, blocks count from 1"),
        Step("<Enter>", "inserted in list nums set # j + 1 as in list nums get # (j + 2) · below it"),
        Step("nums[j + 1] = t", "in list nums set # j + 2 as t, blocks count from 1 …"),
        Step("<Enter>", "inserted in list nums set # j + 2 as t · below it"),
        Step("<Enter>", "type a statement · below if"),
        Step("<Enter>", "type a statement · below if"),
        Step("<Enter>", "type a statement · below count with i"),
        Step("print(nums)", "“print(nums)”: print nums · below count with i"),
        Step("<Enter>", "inserted print nums · type a statement · below it"),
        Step("<Esc>", "print nums · line 3 of 3"),
        Step("<C-s>", "saved sort.xml"),
      ],
      text: """
        set nums to [5, 3, 8, 1]
        count with i from 0 to length of nums ::lists_length - 2 by 1
          if (length of nums ::lists_length - i) - 1 > 0
            count with j from 0 to (length of nums ::lists_length - i) - 2 by 1
              if in list nums get # (j + 1) > in list nums get # (j + 2)
                set t to in list nums get # (j + 1)
                in list nums set # j + 1 as in list nums get # (j + 2)
                in list nums set # j + 2 as t
        print nums

        """, output: "[1, 3, 5, 8]\n"),
    Journey(
      name: "bubble sort with ranges that may be empty", file: "ranges.xml", columns: 100,
      steps: [
        Step("a", "type a statement · at the end of the program"),
        Step(
          "nums = [5, 3, 8, 1]",
          "“nums = [5, 3, 8, 1]”: nums = [5, 3, 8, 1], new variable nums · at the end of the program"),
        Step("<Enter>", "inserted set nums to create list with 5 3 8 1 · type a statement · below it"),
        Step("n = len(nums)", "“n = len(nums)”: set n to length of nums, new variable n · below set nums"),
        Step("<Enter>", "inserted set n to length of nums · type a statement · below it"),
        Step(
          "for i in range(n):",
          "if n > 0, count with i from 0 to n - 1 by 1, 2 statements, does noth…, new variable i"),
        Step("<Enter>", "inserted if n > 0, 2 statements · type a statement · in do of count with i"),
        Step(
          "for j in range(n - i - 1):",
          "if (n - i) - 1 > 0, count with j from 0 to (n - i) - 2 by 1, 2 state…, new variable j"),
        Step("<Enter>", "inserted if ((n - i) - 1) > 0, 2 statements · in do of count with j"),
        Step(
          "if nums[j] > nums[j + 1]:",
          "if in list nums get # (j + 1) > in list nums get # (j + 2), blocks count from 1"),
        Step("<Enter>", "inserted if in list nums get # (j + 1) > in list nums get # (j + 2) · in do of if"),
        Step("t = nums[j]", "set t to in list nums get # (j + 1), blocks count from 1, new variable t …"),
        Step("<Enter>", "inserted set t to in list nums get # (j + 1) · type a statement · below it"),
        Step("nums[j] = nums[j + 1]", "in list nums set # j + 1 as in list nums get # (j + 2), blocks count from 1…"),
        Step(
          "<Enter>",
          "inserted in list nums set # j + 1 as in list nums get # (j + 2) · below it"),
        Step(
          "nums[j + 1] = t", "“nums[j + 1] = t”: in list nums set # j + 2 as t, blocks count from 1 · below in list"),
        Step("<Enter>", "inserted in list nums set # j + 2 as t · type a statement · below it"),
        Step("<Enter>", "type a statement · below if"),
        Step("<Enter>", "type a statement · below if"),
        Step("<Enter>", "type a statement · below if"),
        Step("print(nums)", "“print(nums)”: print nums · below if"),
        Step("<Enter>", "inserted print nums · type a statement · below it"),
        Step("<Esc>", "print nums · line 4 of 4"),
        Step("<C-s>", "saved ranges.xml"),
      ],
      text: """
        set nums to [5, 3, 8, 1]
        set n to length of nums ::lists_length
        if n > 0
          count with i from 0 to n - 1 by 1
            if (n - i) - 1 > 0
              count with j from 0 to (n - i) - 2 by 1
                if in list nums get # (j + 1) > in list nums get # (j + 2)
                  set t to in list nums get # (j + 1)
                  in list nums set # j + 1 as in list nums get # (j + 2)
                  in list nums set # j + 2 as t
        print nums

        """, output: "[1, 3, 5, 8]\n"),
    Journey(
      name: "a guessing game", file: "game.xml",
      steps: [
        Step("a", "type a statement · at the end of the program"),
        Step("secret = random.randint(1, 100)", "set secret to random integer from 1 to 100, new variable secret"),
        Step("<Enter>", "inserted set secret to random integer from 1 to 100 · below it"),
        Step("guess = 0", "“guess = 0”: guess = 0, new variable guess · below set secret"),
        Step("<Enter>", "inserted set guess to 0 · type a statement · below it"),
        Step("while guess != secret:", "“while guess != secret:”: while guess != secret · below set guess"),
        Step("<Enter>", "inserted repeat while guess ≠ secret · in do of repeat while"),
        Step(
          "guess = int(input(\"Guess?\"))",
          "set guess to prompt for number with message \"Guess?\" …"),
        Step("<Enter>", "inserted set guess to prompt for number with message “Guess?” · below it"),
        Step("if guess <lt> secret:", "“if guess < secret:”: if guess < secret · below set guess"),
        Step("<Enter>", "inserted if guess < secret · type a statement · in do of if"),
        Step("print(\"Too low\")", "“print(\"Too low\")”: print \"Too low\" · in do of if"),
        Step("<Enter>", "inserted print “Too low” · type a statement · below it"),
        Step("elif guess > secret:", "“elif guess > secret:”: elif guess > secret · below print"),
        Step("<Enter>", "added else if to this if · type a statement · in do 2 of if"),
        Step("print(\"Too high\")", "“print(\"Too high\")”: print \"Too high\" · in do 2 of if"),
        Step("<Enter>", "inserted print “Too high” · type a statement · below it"),
        Step("<Enter>", "type a statement · below if"),
        Step("<Enter>", "type a statement · below repeat while"),
        Step("print(\"Yes!\")", "“print(\"Yes!\")”: print \"Yes!\" · below repeat while"),
        Step("<Enter>", "inserted print “Yes!” · type a statement · below it"),
        Step("<Esc>", "print “Yes!” · line 4 of 4"),
        Step("<C-s>", "saved game.xml"),
      ],
      text: """
        set secret to random integer from 1 to 100
        set guess to 0
        repeat while guess ≠ secret
          set guess to prompt for number with message "Guess?"
          if guess < secret
            print "Too low"
          else if guess > secret
            print "Too high"
        print "Yes!"

        """),
  ]

  @Test(arguments: journeys) func aProgramIsTypedByTheStatusLineAlone(journey: Journey) throws {
    let folder = try TemporaryFolder()
    let path = folder.file(journey.file)
    let session = try TmuxSession([path], columns: journey.columns)
    for step in journey.steps {
      try session.press(step.keys)
      func withoutCount(_ status: String) -> String { status.replacing(/\ · \d+ of \d+/, with: "") }
      let status = withoutCount(try session.status { withoutCount($0) == step.status })
      #expect(status == step.status, "after \(step.keys)")
    }
    #expect(try session.pressLast("q") == "ended 0")
    let text = folder.file("program.blocktext")
    #expect(try Tool.run(["convert", path, "--to", "text", "-o", text]).code == 0)
    #expect(Tool.read(text) == journey.text)
    if let output = journey.output { #expect(try Tool.run(["run", path, "--to", "python"]).output == output) }
  }
}
