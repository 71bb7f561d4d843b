import { describe, expect, it } from 'vitest';
import { amountOfEntry, isSurely, readFoodEntries, searchWords } from './typed-foods.ts';

const yogurt = {
  unit: 'g' as const,
  portions: [
    { name: '1 container', grams: 150 },
    { name: '1 cup', grams: 245 },
  ],
};
const entryOf = (line: string) => {
  const [entry] = readFoodEntries(line).entries;
  if (!entry) throw new Error(`nothing read in ${line}`);
  return entry;
};

describe('quick entry', () => {
  it.each([
    [
      '200 g greek yogurt, 1 banana',
      [
        [200, 'g', 'greek yogurt'],
        [1, null, 'banana'],
      ],
    ],
    [
      '1,5 cups of rice; 2 x egg',
      [
        [1.5, 'cup', 'rice'],
        [2, null, 'egg'],
      ],
    ],
    [
      '1/2 avocado, ½ cup oats, 1½ tbsp olive oil',
      [
        [0.5, null, 'avocado'],
        [0.5, 'cup', 'oats'],
        [1.5, 'tbsp', 'olive oil'],
      ],
    ],
    [
      '1 1/2 lb beef\nan apple',
      [
        [1.5, 'lb', 'beef'],
        [1, null, 'apple'],
      ],
    ],
    [
      '8 fl oz milk, 200g rice, chicken',
      [
        [8, 'fl_oz', 'milk'],
        [200, 'g', 'rice'],
        [null, null, 'chicken'],
      ],
    ],
    ['2 slices bread', [[2, null, 'slices bread']]],
  ] as const)('reads %s', (line, expected) => {
    const { entries, unread } = readFoodEntries(line);
    expect(entries.map(({ value, measure, name }) => [value, measure, name])).toEqual(expected);
    expect(unread).toEqual([]);
  });

  it('keeps apart what is no food', () => {
    expect(readFoodEntries('0 g rice, 200 g, , 1 egg')).toMatchObject({
      entries: [{ name: 'egg' }],
      unread: ['0 g rice', '200 g'],
    });
  });

  it('takes the portion that is meant', () => {
    expect(amountOfEntry(entryOf('2 kiwi yogurts'), yogurt)).toEqual({ value: 2, portion: yogurt.portions[0] });
    expect(amountOfEntry(entryOf('2 containers of kiwi yogurt'), yogurt)).toEqual({
      value: 2,
      portion: yogurt.portions[0],
    });
    expect(amountOfEntry(entryOf('kiwi yogurt'), yogurt)).toEqual({ value: 1, portion: yogurt.portions[0] });
    expect(amountOfEntry(entryOf('30 g kiwi yogurt'), yogurt)).toEqual({ value: 30, measure: 'g' });
    expect(amountOfEntry(entryOf('150 rice'), { unit: 'g', portions: [] })).toEqual({ value: 150, measure: 'g' });
    expect(amountOfEntry(entryOf('rice'), { unit: 'g', portions: [] })).toEqual({ value: 100, measure: 'g' });
  });

  it('knows when a food is surely meant', () => {
    expect(searchWords(entryOf('2 slices of bread'))).toBe('bread');
    expect(isSurely(entryOf('2 bananas'), 'Banana')).toBe(true);
    expect(isSurely(entryOf('200 g greek yogurt'), 'Greek yogurt, plain, 2%')).toBe(true);
    expect(isSurely(entryOf('100 g milk'), 'Milk, 2% fat')).toBe(true);
    expect(isSurely(entryOf('100 g yogurt'), 'Greek yogurt, plain, 2%')).toBe(false);
  });
});
