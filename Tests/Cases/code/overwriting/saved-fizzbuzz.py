var i, numbers, total;

// Describe this function...
function average(numbers) {
  total = numbers.reduce(function(x, y) {return x + y;}, 0);
  if (numbers.length == 0) {
    return 0;
  }
  return total / numbers.length;
}


for (i = 1; i <= 100; i++) {
  if (i % 15 === 0) {
    window.alert('FizzBuzz');
  } else if (i % 3 === 0) {
    window.alert('Fizz');
  } else if (i % 5 === 0) {
    window.alert('Buzz');
  } else {
    window.alert(i);
  }
}
window.alert('done');

'left over';
