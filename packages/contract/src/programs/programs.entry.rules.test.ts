import { describe, expect, it } from 'vitest';
import { newSet } from './programs.create.rules.ts';
import { type EntryOptions, parseEntries, parseEntry } from './programs.entry.rules.ts';
import type { SetTarget } from './programs.ts';

const BENCH = { id: 'bench-press', name: 'Barbell bench press' };
const NUMBERED = { id: 'phase-2-finisher', name: 'Phase 2 finisher' };
const LIBRARY = new Map([
  ['bench press', BENCH],
  ['phase 2 finisher', NUMBERED],
]);
const options: EntryOptions = {
  find: (name) => ({ exercise: LIBRARY.get(name.toLowerCase()) ?? null, choices: name === 'press' ? [BENCH] : [] }),
  units: 'metric',
};
const read = (text: string, changes: Partial<EntryOptions> = {}) => {
  const result = parseEntry(text, { ...options, ...changes });
  if ('entry' in result) return result.entry;
  throw new Error(`${text}: ${JSON.stringify(result)}`);
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
    ['run 5k', 'run', [{ count: 1, reps: '5 km' }]],
    ['run for 20-30 minutes', 'run', [{ count: 1, reps: '20-30 min' }]],
    ['run 3x1 mile rest 3min', 'run', [{ reps: '1 mi', rest: 180 }]],
    ['run 1 x 1.5 km rest 90', 'run', [{ count: 1, reps: '1.5 km', rest: 90 }]],
    ['lunge 3x10 each side rest 1min', 'lunge', [{ reps: '10 each side', rest: 60 }]],
    ['lunge 3x10/side', 'lunge', [{ reps: '10 each side' }]],
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
    ['bench 5x5 @80%', 'bench', [{ count: 5, reps: '5', ...percent(80) }]],
    ['100kg bench rest 90s 3x8 @rir2', 'bench', [{ reps: '8', ...kg(100), ...rir(2), rest: 90 }]],
    ['bench 3x8 @2RIR', 'bench', [{ reps: '8', ...rir(2) }]],
    ['bench 3x8 8,5 RPE', 'bench', [{ reps: '8', ...rpe(8.5) }]],
    ['bench 3x8 (2 reps in reserve)', 'bench', [{ reps: '8', ...rir(2) }]],
    ['bench 3x8 bodyweight', 'bench', [{ reps: '8', ...kg(0) }]],
    ['BW squat 3x8', 'squat', [{ reps: '8', ...kg(0) }]],
    [
      'bench 1x5 20kg, 3x8 BW',
      'bench',
      [
        { count: 1, reps: '5', ...kg(20) },
        { reps: '8', ...kg(0) },
      ],
    ],
    ['bench 8-10 reps x 3 sets', 'bench', [{ reps: '8-10' }]],
    ['bench: 3 sets, 8 reps, 100kg', 'bench', [{ reps: '8', ...kg(100) }]],
    [
      'bench 5-5-3',
      'bench',
      [
        { count: 2, reps: '5' },
        { count: 1, reps: '3' },
      ],
    ],
    ['bench 3x12/10/8', 'bench', ['12', '10', '8'].map((reps) => ({ count: 1, reps }))],
    [
      'bench 3x5 100/105/105kg',
      'bench',
      [
        { count: 1, reps: '5', ...kg(100) },
        { count: 2, reps: '5', ...kg(105) },
      ],
    ],
    [
      'bench 2x5 @7/8',
      'bench',
      [
        { count: 1, reps: '5', ...rpe(7) },
        { count: 1, reps: '5', ...rpe(8) },
      ],
    ],
    ['bench 3x failure', 'bench', [{ reps: 'AMRAP', kind: 'failure' }]],
    ['bench 3x8 to failure', 'bench', [{ reps: '8', kind: 'failure' }]],
    ['bench 2 warm-up sets', 'bench', [{ count: 2, reps: 'Warm-up', kind: 'warm_up' }]],
    ['bench 3RM', 'bench', [{ count: 1, reps: '3RM' }]],
    ['bench 1x5+ 85%', 'bench', [{ count: 1, reps: '5+', ...percent(85) }]],
    ['Clean 5x2+1', 'Clean', [{ count: 5, reps: '2+1' }]],
    ['bench 3x8 2:00 rest', 'bench', [{ reps: '8', rest: 120 }]],
    ["bench 3x8 rest 1'30", 'bench', [{ reps: '8', rest: 90 }]],
    ['bench ３×８', 'bench', [{ reps: '8' }]],
    ['bench 3x8 @3010', 'bench', [{ reps: '8', tempo: '3-0-1-0' }]],
    ['bench 3x8 3010 tempo', 'bench', [{ reps: '8', tempo: '3-0-1-0' }]],
    ['bench 3x8 3-1-1-0', 'bench', [{ reps: '8', tempo: '3-1-1-0' }]],
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
    ['"21s" 3x21', '21s', [{ reps: '21' }]],
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
      choices: [],
      marks: [],
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

  it('takes a load without a unit in the units of the coach, and marks it', () => {
    const { sets, marks } = read('bench 5x5 225', { units: 'imperial' });
    expect(sets[0]?.load).toEqual({ unit: 'kg', value: 102.06 });
    expect(marks).toEqual(['225 is read as 225 lb.']);
    expect(read('bench 5x5 100').marks).toEqual(['100 is read as 100 kg.']);
  });

  it('marks metres that could be minutes', () => {
    expect(read('bike 20m').marks).toEqual(['20 m is read as meters. For minutes, type 20 min.']);
    expect(read('run 400m').marks).toEqual([]);
  });

  it('offers the exercises that a name may mean', () => {
    expect(read('press 3x8')).toMatchObject({ exerciseId: null, name: 'press', choices: [BENCH] });
  });

  it('finds names of the library with numbers', () => {
    expect(read('phase 2 finisher 3x8')).toMatchObject({ exerciseId: NUMBERED.id, sets: [{ count: 3, reps: '8' }] });
  });

  it('takes a name in quotes as it is', () => {
    expect(read('"press" 3x8')).toMatchObject({ exerciseId: null, name: 'press', choices: [] });
    expect(read('“Barbell bench press” 3x8', { find: () => ({ exercise: BENCH, choices: [] }) }).exerciseId).toBe(
      BENCH.id,
    );
    expect(read('"bench press" 3x8').exerciseId).toBe(null);
  });

  it('keeps how easy a run is in the note', () => {
    expect(read('run 5k easy // flat').notes).toBe('easy, flat');
    expect(read('easy run 30 min zone 2').notes).toBe('easy, zone 2');
  });

  it('reads exercises in rounds', () => {
    expect(parseEntry('AMRAP 12 min: 10 burpees, 15 swings 24kg', options)).toMatchObject({
      block: {
        format: 'amrap',
        minutes: 12,
        entries: [
          { name: 'burpees', sets: [newSet({ count: 1, reps: '10' })] },
          { name: 'swings', sets: [newSet({ count: 1, reps: '15', ...kg(24) })] },
        ],
      },
    });
    expect(parseEntry('3 rounds: 200m run; 10 burpees', options)).toMatchObject({
      block: {
        format: 'circuit',
        minutes: null,
        entries: [{ sets: [{ count: 3, reps: '200 m' }] }, { name: 'burpees' }],
      },
    });
  });

  it.each(['AMRAP 12min', 'EMOM 10: burpees', 'EMOM 10: 3x5 burpees', 'AMRAP 999: 5 burpees', 'EMOM 10:'])(
    'refuses rounds without reps or minutes: %s',
    (text) => {
      expect(parseEntry(text, options)).toHaveProperty('problem');
    },
  );

  it.each<[string, RegExp, number]>([
    ['', /name of an exercise/, 0],
    ['3x8', /name of an exercise/, 0],
    [' // note', /name of an exercise/, 1],
    ['bench 0x8', /Sets: .*1 or more/, 6],
    ['bench 21x8', /Sets: .*20 or less/, 6],
    ['bench 3x999', /Reps: .*200 reps/, 6],
    ['bench 3x', /Didn't understand “3x”\. Try: 3x8-10/, 6],
    ['bench 3 x', /Didn't understand “x”\. Try: 3x8-10/, 8],
    ['bench 3 sets', /How many reps\? Try: 3x8-10/, 6],
    ['bench 12 reps', /How many sets\? Try: 3x12/, 6],
    ['bench 8-10', /How many sets\? Try: 3x8-10/, 6],
    ['bench x10', /How many sets\? Try: 3x10/, 6],
    ['bench 10/8', /How many sets\? Try: 1x10, 1x8/, 6],
    ['bench 3-4x8', /one number of sets.* Try: 3x8 or 4x8/, 6],
    ['bench 3x10-8', /lower and the higher/, 6],
    ['bench 3x8 RIR', /Didn't understand “RIR”\. Try: @rir2/, 10],
    ['bench RIR 3x8', /Didn't understand “RIR”\. Try: @rir2/, 6],
    ['bench 3x8 RPE 7-8', /RPE takes one number\. Try: @rpe7/, 10],
    ['bench 3x8 75-80%', /A load is one number\. Try: 80%/, 10],
    ['bench 3x8 +20kg', /Try: BW\+20kg/, 10],
    ['bench 3x8 rest 12', /seconds or minutes\? Try: rest 12s/, 10],
    ['bench 3x8 rest 60-90s', /one time\. Try: rest 60s/, 10],
    ['bench 3x8 2-3 min rest', /one time\. Try: rest 2min/, 10],
    ['bench 3x8 90s', /Is “90s” the rest\? Try: rest 90s/, 10],
    ['bench 3x8 12', /Didn't understand “12”/, 10],
    ['bench 3x8 5/5/5', /Didn't understand “5\/5\/5”/, 10],
    ['bench 3x8 100/105kg', /2 loads for 3 sets/, 6],
    ['bench 3x8 80% 100kg', /Load is given twice/, 14],
    ['bench 3x8 2x5', /Put a comma between sets/, 10],
    ['bench 3x8 1,000kg', /Didn't understand “1,000kg”/, 10],
    ['bench 5/3/1', /this week\. Try: 1x5 75%, 1x3 85%, 1x1\+ 95%/, 6],
    ['bench 21s', /3x21 sec/, 6],
    ['bench % 3x8', /Didn't understand “%”/, 6],
    ['tempo bench 3x8', /Try: tempo 3-1-1-0\. If it is part of the name, put the name in quotes/, 0],
    ['bench 3x8 then row', /Didn't understand “then”\. Try: a1/, 10],
    ['A. bench 3x8', /Try: a1 for a superset/, 0],
    ['bench 3x8, 2x5, drop', /Which sets\?/, 16],
    ['bench 3x0', /Reps: .*zero/, 6],
    ['bench 3x8 @rir2.3', /steps of a half/, 6],
    ['bench 3x8 @12', /Add kg, lb or %/, 10],
    ['bench 3x8 2000kg', /Load: .*1000 or less/, 6],
    ['bench 3x8 200%', /Load: .*150 or less/, 6],
    ['bench 3x8 rest 99:00', /Rest: .*3600 or less/, 6],
    ['bench 3x8 -20kg', /Didn't understand “-20kg”/, 10],
    ['bench 5x5x100kg', /space before the load/, 6],
    ['bench 3x8 60kg, 70kg', /Load is given twice/, 16],
    ['bench 3x8 slowly', /Didn't understand “slowly”\. Try: \/\/ slowly/, 10],
    [`${'x'.repeat(81)} 3x8`, /longer than 80/, 0],
    [`bench ${'1x1,'.repeat(11)}`, /at most 10/, 46],
    [`bench // ${'n'.repeat(301)}`, /longer than 300/, 6],
  ])('explains what is wrong with %s', (text, message, at) => {
    const result = parseEntry(text, options);
    expect(result).toEqual({ problem: expect.stringMatching(message), at });
  });

  it('reads pasted lines, and names the lines with problems', () => {
    const { readings, problems } = parseEntries('Squat 3x5\r\n\n  \nbench 3x8 slowly\nplank 3x30s', options);
    expect(readings).toMatchObject([
      { line: 1, entry: { name: 'Squat' } },
      { line: 5, entry: { name: 'plank' } },
    ]);
    expect(problems).toEqual([{ line: 4, problem: "Didn't understand “slowly”. Try: // slowly", at: 10 }]);
  });
});
