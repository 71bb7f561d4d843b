import type { SetTarget } from '@stridewell/contract/programs/programs';
import { newSet } from '@stridewell/contract/programs/programs.create.rules';
import { type EntryOptions, parseEntries, parseEntry } from '@stridewell/contract/programs/programs.entry.rules';
import { PROGRAM_BOUNDS } from '@stridewell/contract/programs/programs.rules';
import { programExercise } from '@stridewell/contract/programs/programs.workout.rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { setTargets } from '../../../../../packages/contract/test/programs.ts';
import { printEntry } from './programs.entry-print.ts';

const none: EntryOptions['find'] = () => ({ exercise: null, choices: [] });
const options: EntryOptions = { find: none, units: 'metric' };
const rir = (value: number) => ({ effort: { scale: 'rir', value } }) as const;
const kg = (value: number) => ({ load: { unit: 'kg', value } }) as const;
const percent = (value: number) => ({ load: { unit: 'percent', value } }) as const;

describe('printing', () => {
  it.each<[string, Partial<SetTarget>[], string]>([
    ['Squat', [{ count: 4, reps: '8-10', ...rir(2), rest: 120 }], 'Squat 4x8-10 @rir2 rest 2:00'],
    ['Squat', [{ reps: '5', ...kg(102.06), tempo: '3-1-X-0', rest: 45 }], 'Squat 3x5 225lb tempo 3-1-X-0 rest 45s'],
    [
      'Squat',
      [
        { count: 1, reps: 'Warm-up', kind: 'warm_up' },
        { reps: '5', ...percent(80) },
      ],
      'Squat 1xWarm-up warm-up, 3x5 80%',
    ],
    ['3x3 squat', [{ reps: 'rest 5' }], '"3x3 squat" 3x"rest 5"'],
  ])('of %s with %j is as a coach types it', (name, sets, text) => {
    expect(printEntry({ name, group: '', sets: sets.map(newSet), notes: '' }, 'imperial')).toBe(text);
  });

  const word = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom(
      '3x8',
      'rest 2:00',
      '@8',
      'a1',
      '//',
      '"',
      '\\',
      'drop',
      '8-10',
      'x',
      'squat',
      ',',
      'tempo 3110',
      '5kg',
      'Ж',
    ),
  );
  const words = (max: number) =>
    fc.array(word, { minLength: 1, maxLength: 5 }).map((list) => list.join(' ').slice(0, max).trim());
  const exercise = fc
    .record({
      key: fc.constant('exercise1'),
      exerciseId: fc.constant(null),
      name: words(PROGRAM_BOUNDS.name),
      group: fc.constantFrom('', 'A', 'T', 'Z'),
      sets: fc.array(
        fc.tuple(setTargets, fc.option(words(PROGRAM_BOUNDS.reps), { nil: null })).map(([set, reps]) => ({
          ...set,
          reps: reps ?? set.reps,
        })),
        { minLength: 1, maxLength: PROGRAM_BOUNDS.lines },
      ),
      notes: fc.array(word, { maxLength: 6 }).map((list) => list.join('\n')),
      alternatives: fc.constant([]),
    })
    .map((value) => programExercise.safeParse(value).data)
    .filter((value) => value !== undefined);

  it('reads back the same, for any valid exercise and both unit systems', () => {
    fc.assert(
      fc.property(
        exercise,
        fc.constantFrom('metric' as const, 'imperial' as const),
        ({ name, group, sets, notes }, units) => {
          const line = printEntry({ name, group, sets, notes }, units);
          const entry = { exerciseId: null, name, group, sets, notes, choices: [], assumed: false };
          expect(parseEntries(line, { find: none, units })).toEqual({
            readings: [{ line: 1, entry: { ...entry, marks: expect.any(Array) } }],
            problems: [],
          });
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('never throws, for any text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.array(word, { maxLength: 12 }).map((list) => list.join(' ')),
      fc.array(word, { maxLength: 12 }).map((list) => list.join('')),
    );
    fc.assert(
      fc.property(text, (typed) => {
        const result = parseEntry(typed, options);
        if ('problem' in result) expect(result.problem).not.toBe('');
        const entries = 'entry' in result ? [result.entry] : 'block' in result ? result.block.entries : [];
        for (const { sets } of entries) expect(programExercise.shape.sets.safeParse(sets).success).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['a', '"', '\\"', '"\\', '1', '1x', '3x8,', '3x8 ', '- ', '8-', '@', 'rest ', ' ', 'x '])(
    'reads 10,000 characters of %j, where a pattern that backtracks would not end',
    (part) => {
      const text = part.repeat(Math.ceil(10_000 / part.length)).slice(0, 10_000);
      const longer = parseEntry(`${text}${part}`, options);
      expect(parseEntry(text, options)).toHaveProperty('problem');
      expect(longer).toHaveProperty('problem');
    },
  );
});
