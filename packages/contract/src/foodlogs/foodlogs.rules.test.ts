import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../time.ts';
import { quantityOf, withFigures } from './foodlogs.amounts.rules.ts';
import {
  changeFoodDay,
  emptyFoodDay,
  lastFoodChange,
  mergeFoodDays,
  putEntry,
  removeEntry,
} from './foodlogs.merge.rules.ts';
import {
  FOOD_DAY_STATUSES,
  FOOD_LOG_BOUNDS,
  guessStatus,
  isHouseholdMeasure,
  mealsOf,
  statusesOf,
  totalsOf,
  usualKcal,
} from './foodlogs.rules.ts';
import { type FoodDay, type FoodEntry, foodDay, foodEntry } from './foodlogs.ts';

const idOf = (index: number) => `0198f2c4-0000-4000-8000-00000000000${index}`;
const AT = '2026-03-02T18:00:00.000Z';
const NOW = Date.parse('2026-03-02T20:00:00.000Z');

const OATS: FoodEntry = {
  id: idOf(1),
  kind: 'food',
  meal: 'Breakfast',
  name: 'Rolled oats',
  foodId: idOf(9),
  tier: 'curated',
  amount: { value: 150, measure: 'g' },
  quantity: 150,
  unit: 'g',
  nutrients: { kcal: 568.5, protein: 19.8, carbohydrate: 101.55, fat: 9.75 },
  fileId: null,
  mealPlanId: null,
  plannedMealId: null,
  at: AT,
  deleted: false,
  changedAt: AT,
};

/** Few values and few times, so that changes of the same part often meet. */
const time = fc.integer({ min: 0, max: 2 }).map((minute) => new Date(Date.UTC(2026, 2, 2, 18, minute)).toISOString());
const entry: fc.Arbitrary<FoodEntry> = fc
  .record({
    id: fc.integer({ min: 0, max: 3 }).map(idOf),
    meal: fc.constantFrom('Breakfast', 'Lunch'),
    quantity: fc.constantFrom(100, 150),
    deleted: fc.boolean(),
    changedAt: time,
  })
  .map((changes) => ({ ...OATS, ...changes }));
const day: fc.Arbitrary<FoodDay> = fc.record({
  id: fc.constant('2026-03-02'),
  status: fc.record({ value: fc.option(fc.constantFrom(...FOOD_DAY_STATUSES)), changedAt: time }),
  note: fc.record({ value: fc.constantFrom('', 'Dinner out'), changedAt: time }),
  entries: fc.uniqueArray(entry, { selector: ({ id }) => id }),
});

describe('a day on two devices', () => {
  it('becomes the same, in any order and after any repetition', () => {
    fc.assert(
      fc.property(day, day, day, (a, b, c) => {
        expect(mergeFoodDays(a, b)).toEqual(mergeFoodDays(b, a));
        expect(mergeFoodDays(mergeFoodDays(a, b), c)).toEqual(mergeFoodDays(a, mergeFoodDays(b, c)));
        const merged = mergeFoodDays(a, b);
        expect(mergeFoodDays(merged, a)).toEqual(merged);
        expect(mergeFoodDays(merged, merged)).toEqual(merged);
      }),
    );
  });

  it('keeps every entry of both, each as it was changed last', () => {
    fc.assert(
      fc.property(day, day, (a, b) => {
        const merged = mergeFoodDays(a, b);
        const ids = new Set([...a.entries, ...b.entries].map(({ id }) => id));
        expect(merged.entries.map(({ id }) => id)).toEqual([...ids].sort());
        for (const one of merged.entries) {
          const times = [...a.entries, ...b.entries].flatMap(({ id, changedAt }) => (id === one.id ? changedAt : []));
          expect(one.changedAt).toBe(times.sort().at(-1));
        }
      }),
    );
  });

  it('keeps a deletion that came after the other device’s copy', () => {
    const logged = putEntry(emptyFoodDay('2026-03-02'), OATS, NOW);
    const deleted = removeEntry(logged, OATS.id, NOW);
    expect(mergeFoodDays(logged, deleted).entries).toMatchObject([{ id: OATS.id, deleted: true }]);
    expect(removeEntry(logged, idOf(5), NOW)).toEqual(logged);
  });

  it('keeps a status and a note that were changed apart', () => {
    const empty = emptyFoodDay('2026-03-02');
    const [chosen, noted] = [
      changeFoodDay(empty, { status: 'complete' }, NOW),
      changeFoodDay(empty, { note: 'Dinner out' }, NOW + 1),
    ];
    const merged = mergeFoodDays(chosen, noted);
    expect([merged.status.value, merged.note.value]).toEqual(['complete', 'Dinner out']);
    expect(lastFoodChange(merged)).toBe(NOW + 1);
    expect(changeFoodDay(chosen, { status: null }, NOW - 5000).status.changedAt).toBe('2026-03-02T20:00:00.001Z');
  });

  it('is what the schema accepts', () => {
    fc.assert(fc.property(day, (one) => foodDay.safeParse(one).success));
  });
});

describe('an entry', () => {
  const problemOf = (changes: object) =>
    foodEntry.safeParse({ ...OATS, ...changes }).error?.issues.map(({ message }) => message);

  it.each<[string, object, string]>([
    ['5,000 g', { quantity: 5000 }, 'Please enter at most 3,000 g or ml; enter more as a second entry'],
    ['negative protein', { nutrients: { ...OATS.nutrients, protein: -1 } }, 'Please enter 0 or more'],
    ['no amount', { amount: { value: 0, measure: 'g' } }, 'Please enter more than 0'],
    [
      'too much energy',
      { nutrients: { ...OATS.nutrients, kcal: 10_000 } },
      'Please enter at most 9,999 kcal; enter more as a second entry',
    ],
    ['no name', { name: '' }, 'Please name the food'],
    ['no meal', { meal: '' }, 'Please choose a meal'],
  ])('with %s is refused with a sentence', (_what, changes, message) => {
    expect(problemOf(changes)).toEqual([message]);
  });

  it.each<[string, object]>([
    ['0 kcal', { nutrients: { kcal: 0, protein: 0, carbohydrate: 0, fat: 0 } }],
    [
      'energy alone',
      { kind: 'quick', name: '', nutrients: { kcal: 300, protein: null, carbohydrate: null, fat: null } },
    ],
    ['words alone', { kind: 'quick', nutrients: null }],
    ['water', { kind: 'water', meal: '', name: '', quantity: 250, unit: 'ml', nutrients: null }],
    ['nothing that remains after a deletion', { name: '', meal: '', deleted: true }],
  ])('with %s is accepted', (_what, changes) => {
    expect(problemOf(changes)).toBeUndefined();
  });
});

describe('totals', () => {
  it('add up food, and leave out deleted entries and water', () => {
    const quick = {
      ...OATS,
      kind: 'quick' as const,
      nutrients: { kcal: 100, protein: null, carbohydrate: null, fat: null },
    };
    const water = { ...OATS, kind: 'water' as const, quantity: 250, nutrients: null };
    const photo = { ...OATS, kind: 'photo' as const, nutrients: null };
    const totals = totalsOf([OATS, quick, water, water, photo, { ...OATS, deleted: true }]);
    expect(totals).toEqual({
      kcal: 668.5,
      protein: 19.8,
      carbohydrate: 101.55,
      fat: 9.75,
      waterMl: 500,
      entries: 3,
      uncounted: 1,
    });
  });

  it('list meals in order, the own ones last', () => {
    const tea = { ...OATS, meal: 'Tea time' };
    expect(mealsOf([tea, OATS, { ...tea, meal: 'Gone', deleted: true }])).toEqual([
      'Breakfast',
      'Lunch',
      'Dinner',
      'Snack',
      'Tea time',
    ]);
  });
});

describe('the status of a day', () => {
  const full = (kcal: number) => ({ entries: 4, uncounted: 0, kcal });

  it('is guessed from what is usual', () => {
    expect(guessStatus({ entries: 0, uncounted: 0, kcal: 0 }, 2000)).toBe('unlogged');
    expect(guessStatus(full(1199), 2000)).toBe('partial');
    expect(guessStatus(full(1200), 2000)).toBe('complete');
    expect(guessStatus(full(500), null)).toBe('complete');
    expect(guessStatus({ entries: 4, uncounted: 1, kcal: 2000 }, 2000)).toBe('partial');
  });

  it('needs five days for what is usual', () => {
    expect(usualKcal([2000, 2000, 2000, 2000])).toBeNull();
    expect(usualKcal([1000, 2200, 2000, 3000, 2100])).toBe(2100);
    expect(usualKcal([1000, 2200, 2000, 3000, 2100, 2300])).toBe(2150);
  });

  it('is the chosen one, or a guess from the four weeks before', () => {
    const days = Array.from({ length: 10 }, (_, index) => ({
      day: addDays('2026-03-01', index),
      status: index === 8 ? ('complete' as const) : null,
      ...full(index >= 8 ? 800 : 2000),
    }));
    const statuses = statusesOf(days);
    expect(statuses[0]).toEqual({ day: '2026-03-01', status: 'complete', isGuess: true });
    expect(statuses[8]).toEqual({ day: '2026-03-09', status: 'complete', isGuess: false });
    expect(statuses[9]).toEqual({ day: '2026-03-10', status: 'partial', isGuess: true });
    const later = statusesOf([...days, { day: '2026-05-01', status: null, ...full(800) }]);
    expect(later.at(-1)).toMatchObject({ status: 'complete' });
  });
});

describe('an amount', () => {
  const oats = {
    unit: 'g',
    portions: [
      { name: 'cup', grams: 81 },
      { name: '1 packet (28 g)', grams: 28 },
    ],
  } as const;
  const milk = { unit: 'ml', portions: [{ name: 'glass', grams: 240 }] } as const;
  const bread = { unit: 'g', portions: [{ name: 'slice', grams: 30 }] } as const;

  it.each([
    [oats, { value: 1.5, measure: 'cup' }, 121.5],
    [oats, { value: 2, measure: 'oz' }, 56.699],
    [oats, { value: 2, measure: '1 packet (28 g)' }, 56],
    [milk, { value: 2, measure: 'glass' }, 480],
    [milk, { value: 100, measure: 'ml' }, 100],
    [bread, { value: 100, measure: 'ml' }, null],
    [bread, { value: 1, measure: 'loaf' }, null],
  ])('is in the unit of its food', (food, amount, quantity) => {
    const found = quantityOf(food, amount);
    if (quantity === null) expect(found).toBeNull();
    else expect(found).toBeCloseTo(quantity, 3);
  });

  it.each([
    ['cup', true],
    ['slice, large', true],
    ['1 packet (28 g)', false],
    ['100 kcal pack', false],
    ['g', false],
    ['ml', false],
    ['tbsp', true],
    ['8 oz glass', false],
  ])('%s is a household measure: %s', (measure, expected) => {
    expect(isHouseholdMeasure(measure)).toBe(expected);
  });

  it('gets its figures from the food when the device was shown none', () => {
    const food = { ...oats, nutrients: { kcal: 379, protein: 13.2, carbohydrate: 67.7, fat: 6.5 } };
    const sent = { ...OATS, amount: { value: 1, measure: 'cup' }, quantity: null, unit: null, nutrients: null };
    const filled = {
      quantity: 81,
      unit: 'g',
      nutrients: { kcal: 306.99, protein: 10.69, carbohydrate: 54.84, fat: 5.27 },
    };
    expect(withFigures(sent, undefined, food)).toEqual({ ...sent, ...filled });
    expect(withFigures(sent, undefined, undefined)).toEqual(sent);
    // The same amount keeps what was logged, although the food has changed; so does one that was hidden.
    expect(withFigures(sent, { ...OATS, amount: sent.amount }, food)).toMatchObject({ nutrients: OATS.nutrients });
    expect(withFigures({ ...sent, amount: null, meal: 'Lunch' }, OATS, food)).toEqual({ ...OATS, meal: 'Lunch' });
    expect(withFigures({ ...sent, amount: { value: 2, measure: 'cup' } }, OATS, food)).toMatchObject({ quantity: 162 });
    expect(withFigures(OATS, undefined, food)).toBe(OATS);
  });
});

it('a day holds more entries than anyone logs', () => {
  const entries = Array.from({ length: FOOD_LOG_BOUNDS.entries + 1 }, () => ({ ...OATS, id: crypto.randomUUID() }));
  expect(foodDay.safeParse({ ...emptyFoodDay('2026-03-02'), entries }).success).toBe(false);
  expect(foodDay.safeParse({ ...emptyFoodDay('2026-03-02'), entries: entries.slice(1) }).success).toBe(true);
});
