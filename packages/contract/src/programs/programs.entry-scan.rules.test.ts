import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EntryOptions, type EntryResult, parseEntry } from './programs.entry.rules.ts';

const none: EntryOptions['find'] = () => ({ exercise: null, choices: [] });
const options: EntryOptions = { find: none, units: 'metric' };
function read(text: string): EntryResult {
  const result = parseEntry(text, options);
  if ('entry' in result) return result.entry;
  throw new Error(`${text}: ${JSON.stringify(result)}`);
}

describe('parts in any order', () => {
  const amount = fc.integer({ min: 1, max: 20 });
  const scheme = fc.oneof(
    fc.tuple(amount, fc.integer({ min: 1, max: 200 })).map(([count, reps]) => `${count}x${reps}`),
    fc
      .tuple(amount, amount, fc.integer({ min: 1, max: 9 }))
      .map(([count, least, more]) => `${count} × ${least}–${least + more}`),
    fc.tuple(amount, amount).map(([count, reps]) => `${count} sets of ${reps} reps each side`),
    fc.tuple(amount, fc.constantFrom('30s', '400m', '2 min', 'amrap', 'failure')).map((list) => list.join('x')),
  );
  const half = fc.integer({ min: 2, max: 20 }).map((value) => value / 2);
  const typedHalf = fc
    .tuple(half, fc.constantFrom('.', ','))
    .map(([value, point]) => String(value).replace('.', point));
  const load = fc
    .tuple(
      fc.integer({ min: 1, max: 2000 }).map((value) => String(value / 2)),
      fc.constantFrom('.', ','),
      fc.constantFrom('kg', ' kg', 'lb', ' lbs', '#'),
    )
    .map(([value, point, unit]) => `${value.replace('.', point)}${unit}`);
  const percent = fc.integer({ min: 1, max: 150 }).map((value) => `${value}% 1RM`);
  const effort = fc
    .tuple(typedHalf, fc.constantFrom('rir', 'rpe', 'RIR', 'RPE'), fc.constantFrom(0, 1, 2))
    .map(([value, scale, form]) => [`@${scale}${value}`, `${scale} ${value}`, `${value} ${scale}`][form] ?? '');
  const rest = fc
    .tuple(fc.integer({ min: 1, max: 59 }), fc.constantFrom('rest # min', '# min rest', 'rest #:30', '#s rest'))
    .map(([value, form]) => form.replace('#', String(value)));
  const tempo = fc.constantFrom('tempo 3110', 'tempo 3-1-1-0', '@31X0', 't2010');
  const parts = fc.tuple(
    scheme,
    fc.oneof(load, percent),
    effort,
    rest,
    tempo,
    fc.constantFrom('bench press', 'Zercher squat'),
  );
  const shuffled = parts.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
  );
  const setsOf = (text: string) => read(text).sets;

  it('are the same exercise', () => {
    fc.assert(
      fc.property(shuffled, ([list, other]) => {
        const [first, second] = [list, other].map((words) => read(words.join(' ')));
        expect(second).toEqual(first);
        expect(first?.sets).toHaveLength(1);
      }),
      { numRuns: 2000 },
    );
  });

  it('never change a number when a word does not belong to them', () => {
    /** Words that belong to the number before them. */
    const UNITS = /^(?:s|secs?|mins?|m|h|hrs?|km?|mi|miles?|yds?|ft|feet|reps?|each|ea|x)(?![a-z])/;
    const junk = fc.oneof(
      fc.constantFrom(
        'RIR',
        'rpe',
        'kg',
        'lb',
        '%',
        '@',
        'x',
        'rest',
        'tempo',
        'sets',
        'reps',
        '7',
        '3,5',
        '12',
        '100',
        '5/5',
      ),
      fc.constantFrom(
        '--',
        '=',
        '8+',
        '#',
        '½',
        '~5',
        '>3',
        '5?',
        'x5',
        '3x',
        '@@',
        '1.2.3',
        '5kgs5',
        '10-',
        '-10',
        '1,000',
        '2..5',
      ),
      fc.stringMatching(/^[a-z]{1,8}$/).filter((word) => !UNITS.test(word)),
      fc
        .stringMatching(/^[a-z0-9@x.,%/+-]{1,6}$/)
        .filter((text) => !UNITS.test(text) && !text.startsWith('//') && !text.includes(',')),
    );
    fc.assert(
      fc.property(parts, fc.nat(6), junk, (list, place, word) => {
        const plainSets = setsOf(list.join(' '));
        const line = [...list.slice(0, place), word, ...list.slice(place)].join(' ');
        const result = parseEntry(line, options);
        if (!('entry' in result) || result.entry.marks.length > 0) return;
        expect(result.entry.sets, line).toEqual(plainSets);
      }),
      { numRuns: 5000 },
    );
  });
});
