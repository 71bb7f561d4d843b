/** An amount counted in one word, with its weight behind it, like `16 almonds` or `½ avocado (70 g)`. */
const COUNTED = /^(\S+) ([a-z]+)( \(.+\))?$/i;
const singular = (word: string): string => word.toLowerCase().replace(/(?<=o)es$|s$/, '');

/** An amount before its food, like `1 cup Rolled oats`. A food that is counted as itself is named once: `16 Almonds`. */
export function amountOfFood(amount: string, name: string): string {
  const [, count, measure = '', weight = ''] = amount.match(COUNTED) ?? [];
  const words = name.split(',', 1).join('').split(' ').map(singular);
  return count && words.includes(singular(measure)) ? `${count} ${name}${weight}` : `${amount} ${name}`;
}

/**
 * The name of a planned meal in a log: the one that the coach gave it, else its foods without their details, because
 * `Tuna, canned in water, drained, Cucumber, with peel` does not show where one food ends.
 */
export const nameOfPlanned = ({ name, foods }: { name: string; foods: readonly { name: string }[] }): string =>
  name || foods.map((food) => food.name.split(',', 1).join('')).join(', ');
