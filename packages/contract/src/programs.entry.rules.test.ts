import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { setTargets } from '../test/programs.ts';
import { newSet } from './programs.create.rules.ts';
import { type EntryOptions, parseEntries, parseEntry, printEntry } from './programs.entry.rules.ts';
import { PROGRAM_BOUNDS } from './programs.rules.ts';
import type { SetTarget } from './programs.ts';
import { programExercise } from './programs.workout.rules.ts';

const LIBRARY = new Map([['bench press', { exerciseId: 'bench-press', name: 'Barbell bench press' }]]);
const options: EntryOptions = { find: (name) => LIBRARY.get(name.toLowerCase()), units: 'metric' };
const read = (text: string, changes: Partial<EntryOptions> = {}) => {
  const result = parseEntry(text, { ...options, ...changes });
  if ('problem' in result) throw new Error(`${text}: ${result.problem} at ${result.at}`);
  return result.entry;
};
const rir = (value: number) => ({ effort: { scale: 'rir', value } }) as const;
const rpe = (value: number) => ({ effort: { scale: 'rpe', value } }) as const;
const kg = (value: number) => ({ load: { unit: 'kg', value } }) as const;
const percent = (value: number) => ({ load: { unit: 'percent', value } }) as const;

describe('quick entry', () => {
  it.each<[string, string, Partial<SetTarget>[]]>([
    ['bench 4x8-10 @rir2 rest 2:00', 'bench', [{ count: 4, reps: '8-10', ...rir(2), rest: 120 }]],
    ['Squat 4 x 8', 'Squat', [{ count: 4, reps: '8' }]],
    ['Squat 4×8–10', 'Squat', [{ count: 4, reps: '8-10' }]],
    ['Squat 4 x8', 'Squat', [{ count: 4, reps: '8' }]],
    ['Squat 4x 8', 'Squat', [{ count: 4, reps: '8' }]],
    ['Squat 4 x 8 - 10', 'Squat', [{ count: 4, reps: '8-10' }]],
    ['Squat 8-10 x 4', 'Squat', [{ count: 4, reps: '8-10' }]],
    ['Squat: 3x5', 'Squat', [{ reps: '5' }]],
    ['plank 3x30s', 'plank', [{ reps: '30 sec' }]],
    ['plank 3x30 seconds', 'plank', [{ reps: '30 sec' }]],
    ['plank 3x1:30', 'plank', [{ reps: '1:30' }]],
    ['run 1x400m', 'run', [{ count: 1, reps: '400 m' }]],
    ['run 1 x 1.5 km rest 90', 'run', [{ count: 1, reps: '1.5 km', rest: 90 }]],
    ['lunge 3x10 each side rest 1min', 'lunge', [{ reps: '10 each side', rest: 60 }]],
    ['lunge 3x10/side', 'lunge', [{ reps: '10/side' }]],
    [
      'squat 1xwarm-up, 3x5 80%, 1xamrap rest 3:00',
      'squat',
      [
        { count: 1, reps: 'Warm-up', kind: 'warm_up' },
        { reps: '5', ...percent(80) },
        { count: 1, reps: 'AMRAP', rest: 180 },
      ],
    ],
    [
      'squat 3x5, 2x10 drop, rest 90s',
      'squat',
      [
        { reps: '5', rest: 90 },
        { count: 2, reps: '10', kind: 'drop', rest: 90 },
      ],
    ],
    ['curl drop 2x10', 'curl', [{ count: 2, reps: '10', kind: 'drop' }]],
    ['curl 1x12 failure', 'curl', [{ count: 1, reps: '12', kind: 'failure' }]],
    ['curl 3x12 @8', 'curl', [{ reps: '12', ...rpe(8) }]],
    ['curl 3x12 @rpe 8.5', 'curl', [{ reps: '12', ...rpe(8.5) }]],
    ['curl 3x12 @ 8', 'curl', [{ reps: '12', ...rpe(8) }]],
    ['curl 3x12 RIR 1.5', 'curl', [{ reps: '12', ...rir(1.5) }]],
    ['bench 5x5 100kg', 'bench', [{ count: 5, reps: '5', ...kg(100) }]],
    ['bench 5x5 @ 102.5 kg', 'bench', [{ count: 5, reps: '5', ...kg(102.5) }]],
    ['bench 5x5 225lb', 'bench', [{ count: 5, reps: '5', ...kg(102.06) }]],
    ['bench 5x5 100', 'bench', [{ count: 5, reps: '5', ...kg(100) }]],
    ['bench 5x5 @80%', 'bench', [{ count: 5, reps: '5', ...percent(80) }]],
    ['bench 3x8 tempo 3-1-1-0', 'bench', [{ reps: '8', tempo: '3-1-1-0' }]],
    ['bench 3x8 t31x0', 'bench', [{ reps: '8', tempo: '3-1-X-0' }]],
    ['bench 3x8 rest 90', 'bench', [{ reps: '8', rest: 90 }]],
    ['bench 3x8 rest 2', 'bench', [{ reps: '8', rest: 120 }]],
    ['bench 3x8 rest 2 min', 'bench', [{ reps: '8', rest: 120 }]],
    ['bench 3x8 rest2:00', 'bench', [{ reps: '8', rest: 120 }]],
    ['bench 3x8@rir2', 'bench', [{ reps: '8', ...rir(2) }]],
    ['bench 3x8 102,5kg', 'bench', [{ reps: '8', ...kg(102.5) }]],
    ['bench 3x8 @102,5 kg', 'bench', [{ reps: '8', ...kg(102.5) }]],
    ['bench 3 sets of 8-10', 'bench', [{ reps: '8-10' }]],
    ['bench 3x8 no rest', 'bench', [{ reps: '8', rest: 0 }]],
    ['21s 3x21', '21s', [{ reps: '21' }]],
    ['45-degree back extension 3x12', '45-degree back extension', [{ reps: '12' }]],
    ['90/90 stretch 2x30 sec', '90/90 stretch', [{ count: 2, reps: '30 sec' }]],
    ['12" box jump 3x5', '12" box jump', [{ reps: '5' }]],
    ['"2x4 board press" 3x5', '2x4 board press', [{ reps: '5' }]],
    ['Clean 3x"2+1"', 'Clean', [{ reps: '2+1' }]],
  ])('reads %s', (text, name, sets) => {
    expect(read(text)).toEqual({
      exerciseId: null,
      name,
      group: '',
      sets: sets.map(newSet),
      notes: '',
      assumed: false,
    });
  });

  it('takes the exercise of the library, the group and the note', () => {
    expect(read('  a1 Bench  PRESS 3x12 // slow // and low ')).toMatchObject({
      exerciseId: 'bench-press',
      name: 'Barbell bench press',
      group: 'A',
      notes: 'slow // and low',
    });
  });

  it.each<[string, Partial<SetTarget>]>([
    ['bench press', {}],
    ['bench press // slow', {}],
    ['bench press @rir2 rest 2:00', { ...rir(2), rest: 120 }],
  ])('says that sets were assumed for %s', (text, changes) => {
    expect(read(text)).toMatchObject({ exerciseId: 'bench-press', sets: [newSet(changes)], assumed: true });
  });

  it('takes a bare load in the units of the coach', () => {
    expect(read('bench 5x5 225', { units: 'imperial' }).sets[0]?.load).toEqual({ unit: 'kg', value: 102.06 });
  });

  it.each<[string, RegExp, number]>([
    ['', /name of an exercise/, 0],
    ['3x8', /name of an exercise/, 0],
    [' // note', /name of an exercise/, 0],
    ['bench 0x8', /Sets: .*1 or more/, 6],
    ['bench 21x8', /Sets: .*20 or less/, 6],
    ['bench 3x999', /Reps: .*200 reps/, 6],
    ['bench 3x', /Reps: .*fill/, 6],
    ['bench 3 x', /Reps: .*fill/, 6],
    ['bench 3x0', /Reps: .*zero/, 6],
    ['bench 3x8 @rir2.3', /steps of a half/, 6],
    ['bench 3x8 @12', /Add kg, lb or %/, 10],
    ['bench 3x8 2000kg', /Load: .*1000 or less/, 6],
    ['bench 3x8 200%', /Load: .*150 or less/, 6],
    ['bench 3x8 rest 99:00', /Rest: .*3600 or less/, 6],
    ['bench 3x8 -20kg', /“-20kg” cannot be read/, 10],
    ['bench 5x5x100kg', /space before the load/, 6],
    ['bench 3x8 60kg, 70kg', /Load is given twice/, 16],
    ['bench 3x8 slowly', /“slowly” cannot be read/, 10],
    [`${'x'.repeat(81)} 3x8`, /longer than 80/, 0],
    [`bench ${'1x1,'.repeat(11)}`, /at most 10/, 46],
    [`bench // ${'n'.repeat(301)}`, /longer than 300/, 6],
  ])('explains what is wrong with %s', (text, message, at) => {
    const result = parseEntry(text, options);
    expect(result).toEqual({ problem: expect.stringMatching(message), at });
  });

  it('reads pasted lines, and names the lines with problems', () => {
    const { entries, problems } = parseEntries('Squat 3x5\r\n\n  \nbench 3x8 slowly\nplank 3x30s', options);
    expect(entries.map(({ line, entry }) => [line, entry.name])).toEqual([
      [1, 'Squat'],
      [5, 'plank'],
    ]);
    expect(problems).toEqual([{ line: 4, problem: '“slowly” cannot be read', at: 10 }]);
  });
});

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
    const none = () => undefined;
    fc.assert(
      fc.property(
        exercise,
        fc.constantFrom('metric' as const, 'imperial' as const),
        ({ name, group, sets, notes }, units) => {
          const line = printEntry({ name, group, sets, notes }, units);
          expect(parseEntries(line, { find: none, units })).toEqual({
            entries: [{ line: 1, entry: { exerciseId: null, name, group, sets, notes, assumed: false } }],
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
        if ('entry' in result) expect(programExercise.shape.sets.safeParse(result.entry.sets).success).toBe(true);
        else expect(result.problem).not.toBe('');
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
