import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FoundFood, orderFound, rankedWords, typedWords } from './foods.ranking.rules.ts';

const aFood = (name: string, changes: Partial<FoundFood> = {}): Omit<FoundFood, 'rank' | 'isWhole'> => ({
  id: name,
  name,
  brand: '',
  category: 'grains',
  source: 'Table',
  builtIn: false,
  ...changes,
});
/** A food as the database finds it for the first typed word, with the stored place. */
function found(food: ReturnType<typeof aFood>, text: string): FoundFood {
  const stored = rankedWords(food);
  const [{ stem = '', beginning = '' } = {}] = typedWords(text);
  const whole = stored.find(({ word }) => word === stem);
  const { rank = 0 } = whole ?? stored.find(({ word }) => word.startsWith(beginning)) ?? {};
  return { ...food, rank, isWhole: whole !== undefined };
}
const inOrder = (text: string, ...foods: (string | ReturnType<typeof aFood>)[]): FoundFood[] => {
  const all = foods.map((food) => found(typeof food === 'string' ? aFood(food) : food, text));
  return orderFound(all, typedWords(text));
};
const namesIn = (...input: Parameters<typeof inOrder>): string[] => inOrder(...input).map(({ name }) => name);

describe('a word', () => {
  it.each([
    ['eggs', 'egg'],
    ['Strawberries', 'strawberry'],
    ['potatoes', 'potato'],
    ['radishes', 'radish'],
    ['oats', 'oat'],
    ['cheeses', 'cheese'],
    ['olives', 'olive'],
    ['yoghurt', 'yogurts'],
    ['prawns', 'shrimp'],
    ['aubergines', 'eggplant'],
    ['kiwis', 'kiwifruit'],
  ])('%s is the same as %s', (one, other) => {
    expect(typedWords(one)[0]?.stem).toBe(typedWords(other)[0]?.stem);
  });

  it.each(['hummus', 'asparagus', 'couscous', 'swiss', 'bass', 'pea', 'gas'])('%s is no plural', (word) => {
    expect(typedWords(word)[0]?.stem).toBe(word);
  });

  it('finds its food from the third letter on, however much of it is typed', () => {
    const names = ['Strawberries', 'Potatoes', 'Cookies', 'Peaches', 'Tomato', 'Eggs', 'Couscous', 'Brownie'];
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.nat(12), (name, more) => {
        const [typed] = typedWords(name.slice(0, 3 + more));
        const stored = rankedWords(aFood(name)).map(({ word }) => word);
        const isFound = stored.some((word) => typed && (word === typed.stem || word.startsWith(typed.beginning)));
        expect(isFound).toBe(true);
      }),
    );
  });
});

describe('found foods', () => {
  it('begin with what the name says whole, then its kinds, then what is made of it', () => {
    const order = ['Rice, white, raw', 'Cereals, rice', 'Brown rice', 'Rice pudding', 'Soup with chicken and rice'];
    expect(namesIn('rice', ...order.toReversed())).toEqual(order);
    expect(namesIn('olive oil', 'Mayonnaise, with olive oil', 'Oil, olive')[0]).toBe('Oil, olive');
    expect(namesIn('greek yogurt', 'Yogurt, fruit, greek style', 'Yogurt, greek, plain')[0]).toBe(
      'Yogurt, greek, plain',
    );
  });

  it('have whole words before unfinished ones', () => {
    expect(namesIn('egg', 'Eggnog, whole', 'Soup, with egg, canned')[0]).toBe('Soup, with egg, canned');
  });

  it('have raw and plain foods before processed, branded and baby food', () => {
    const order = ['Peas, raw', 'Peas, cooked', 'Peas, canned', 'Peas, dried'];
    expect(namesIn('peas', ...order.toReversed())).toEqual(order);
    const others = [
      aFood('Peas, raw, mashed', { category: 'baby' }),
      aFood('Peas, raw, small', { brand: 'Mill' }),
      aFood("Miller's peas, raw"),
    ];
    expect(namesIn('peas', ...others, 'Peas, cooked, without salt')[0]).toBe('Peas, cooked, without salt');
  });

  it('have checked foods before those of tables, and the coach’s own and favorites before both', () => {
    const foods = [
      aFood('Oats', { id: 'table' }),
      aFood('Oats', { id: 'built-in', builtIn: true }),
      aFood('Oats', { id: 'own', own: true }),
      aFood('Oats', { id: 'favorite', builtIn: true, favorite: true }),
    ];
    expect(inOrder('oat', ...foods).map(({ id }) => id)).toEqual(['favorite', 'own', 'built-in', 'table']);
  });

  it('have the favorites of a client before those of the coach', () => {
    const foods = [
      aFood('Oats', { id: 'coach', favorite: true, uses: 0 }),
      aFood('Oats', { id: 'client', clientFavorite: true, uses: 0 }),
      aFood('Oats', { id: 'neither', uses: 40 }),
    ];
    expect(inOrder('oat', ...foods).map(({ id }) => id)).toEqual(['client', 'coach', 'neither']);
  });

  it('may have names that objects have', () => {
    expect(namesIn('constructor', 'Constructor', 'Egg')).toEqual(['Constructor', 'Egg']);
  });

  it('are listed once, whatever their names are', () => {
    const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(fc.array(name, { maxLength: 20 }), name, (names, text) => {
        const ordered = namesIn(text, ...names, ...names);
        expect(ordered.toSorted()).toEqual([...new Set(names)].toSorted());
      }),
    );
  });

  it('keep their places when they are stored', () => {
    for (const { word, rank } of rankedWords(aFood('Cheese, cottage, lowfat, 2% milkfat'))) {
      expect(Number.isInteger(rank), word).toBe(true);
      expect(Math.abs(rank)).toBeLessThan(32_768);
    }
  });
});
