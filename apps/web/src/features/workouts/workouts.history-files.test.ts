import { workoutLog } from '@stridewell/contract/workouts/workouts';
import { type HistoryWorkout, historyWorkout } from '@stridewell/contract/workouts/workouts.history.rules';
import { historyLog } from '@stridewell/contract/workouts/workouts.history-logs.rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exercisesOfHistory, hasAmounts, historyOf, readHistory } from './workouts.history-files.ts';

const TODAY = '2026-11-21';
const METRIC = { weight: 'kg', distance: 'km' } as const;

const read = (content: string, units: Parameters<typeof historyOf>[1] = METRIC, timeZone = 'UTC') => {
  const file = readHistory(content);
  if ('problem' in file) throw new Error(file.problem);
  return historyOf(file, units, { today: TODAY, timeZone });
};

const HEVY =
  'title,start_time,end_time,description,exercise_title,superset_id,exercise_notes,set_index,set_type,weight_kg,reps,distance_km,duration_seconds,rpe';
const hevy = (...rows: string[]) => [HEVY, ...rows].join('\n');

describe('a Hevy file', () => {
  const content = `\uFEFF${hevy(
    '"Push","21 Oct 2025, 18:04","21 Oct 2025, 19:10","Felt good\\nAgain","Bench Press (Barbell)","0","",0,"warmup",40,10,,,',
    '"Push","21 Oct 2025, 18:04","21 Oct 2025, 19:10","Felt good\\nAgain","Bench Press (Barbell)","0","",1,"normal",80,8,,,8.5',
    '"Push","21 Oct 2025, 18:04","21 Oct 2025, 19:10","Felt good\\nAgain","Push Up","0","",0,"strange",,15,,,',
    '"Run","22 Oct 2025, 7:00","22 Oct 2025, 7:25","","Running","","",0,"normal",,,5.2,1500,',
  )}`;

  it('has workouts with their sets, the latest first', () => {
    const none = { weightKg: null, reps: null, seconds: null, metres: null, rir: null };
    expect(read(content)).toEqual({
      workouts: [
        {
          startedAt: '2025-10-22T07:00:00',
          seconds: 1500,
          title: 'Run',
          note: '',
          exercises: [
            {
              exerciseId: null,
              name: 'Running',
              group: '',
              note: '',
              sets: [{ ...none, kind: 'normal', metres: 5200, seconds: 1500 }],
            },
          ],
        },
        {
          startedAt: '2025-10-21T18:04:00',
          seconds: 3960,
          title: 'Push',
          note: 'Felt good\nAgain',
          exercises: [
            {
              exerciseId: null,
              name: 'Bench Press (Barbell)',
              group: 'A',
              note: '',
              sets: [
                { ...none, kind: 'warm_up', weightKg: 40, reps: 10 },
                { ...none, kind: 'normal', weightKg: 80, reps: 8, rir: 1.5 },
              ],
            },
            {
              exerciseId: null,
              name: 'Push Up',
              group: 'A',
              note: '',
              sets: [{ ...none, kind: 'normal', reps: 15 }],
            },
          ],
        },
      ],
      problems: [],
      repeated: 0,
    });
  });

  it('of an account in pounds and miles says so', () => {
    const file = readHistory(
      hevy('A,2025-10-21 18:04:00,,,Squat,,,0,normal,225,5,3.1,,')
        .replace('weight_kg', 'weight_lbs')
        .replace('distance_km', 'distance_miles'),
    );
    if ('problem' in file) throw new Error(file.problem);
    expect([file.weightUnit, file.distanceUnit]).toEqual(['lb', 'mi']);
    expect(historyOf(file, METRIC, { today: TODAY, timeZone: 'UTC' }).workouts[0]?.exercises[0]?.sets[0]).toMatchObject(
      {
        weightKg: 102.06,
        metres: 4989,
      },
    );
  });

  it('without a description, and with the columns in another order, is read alike', () => {
    const rows = 'exercise_title,set_type,start_time,title,reps,weight_kg\nSquat,normal,2025-10-21 18:04:00,Legs,5,100';
    expect(read(rows).workouts).toMatchObject([{ title: 'Legs', seconds: null, exercises: [{ name: 'Squat' }] }]);
  });
});

describe('a Strong file', () => {
  it('without units asks for them, and skips rest timers, empty sets and zeros', () => {
    const content = [
      'Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE',
      '2025-10-21 18:04:00,"Evening, long",1h 5m,Squat (Barbell),W,45,10,0,0,,Good,',
      '2025-10-21 18:04:00,"Evening, long",1h 5m,Squat (Barbell),1,135.5,5,0,0,,Good,9',
      '2025-10-21 18:04:00,"Evening, long",1h 5m,Squat (Barbell),Rest Timer,0,0,0,120,,Good,',
      '2025-10-21 18:04:00,"Evening, long",1h 5m,Squat (Barbell),2,0,0,0,0,,Good,',
      '2025-10-21 18:04:00,"Evening, long",1h 5m,Squat (Barbell),D,95,8,0,0,,Good,',
      '2025-10-21 18:04:00,"Evening, long",1h 5m,Squat (Barbell),Note,0,0,0,0,Belt on,Good,',
    ].join('\n');
    const file = readHistory(content);
    if ('problem' in file) throw new Error(file.problem);
    expect([file.source, file.weightUnit, file.distanceUnit]).toEqual(['strong', null, null]);
    expect([hasAmounts(file, 'weight'), hasAmounts(file, 'distance')]).toEqual([true, false]);
    const { workouts, problems } = historyOf(file, { weight: 'lb', distance: 'mi' }, { today: TODAY, timeZone: 'UTC' });
    expect(problems).toEqual([]);
    expect(workouts).toMatchObject([
      {
        title: 'Evening, long',
        seconds: 3900,
        note: 'Good',
        exercises: [
          {
            note: 'Belt on',
            sets: [
              { kind: 'warm_up', weightKg: 20.41, reps: 10 },
              { kind: 'normal', weightKg: 61.46, reps: 5, seconds: null, rir: 1 },
              { kind: 'drop', weightKg: 43.09, reps: 8 },
            ],
          },
        ],
      },
    ]);
  });

  it('with semicolons has units in its headers and may have decimal commas', () => {
    const content = [
      'Workout #;Date;Workout Name;Duration (sec);Exercise Name;Set Order;Weight (kg);Reps;RPE;Distance (meters);Seconds;Notes;Workout Notes',
      '1;2025-10-21 18:04:00;Abend;3900;Kniebeuge;1;62,5;5;;;0;;',
    ].join('\r\n');
    expect(read(content, { weight: 'lb', distance: 'mi' }).workouts).toMatchObject([
      { seconds: 3900, exercises: [{ name: 'Kniebeuge', sets: [{ weightKg: 62.5, reps: 5 }] }] },
    ]);
  });

  it('with a unit in each row follows it', () => {
    const content = [
      'Date;Workout Name;Workout Duration;Exercise Name;Set Order;Weight;Weight Unit;Reps;Distance;Distance Unit;Seconds',
      '2025-10-21 18:04:00;A;45m;Row;1;100;kg;5;;;',
      '2025-10-21 18:04:00;A;45m;Row;2;100;lbs;5;;;',
      '2025-10-21 18:04:00;A;45m;Run;1;;;;2;km;600',
    ].join('\n');
    const sets = read(content).workouts[0]?.exercises.flatMap((exercise) => exercise.sets);
    expect(sets).toMatchObject([{ weightKg: 100 }, { weightKg: 45.36 }, { metres: 2000, seconds: 600 }]);
  });
});

describe('numbers of a file', () => {
  const setsOf = (...rows: string[]) => {
    const { workouts, problems } = read(hevy(...rows));
    return { sets: workouts.flatMap(({ exercises }) => exercises.flatMap(({ sets }) => sets)), problems };
  };
  const row = (weight: string, reps = '5', distance = '') =>
    `A,2025-10-21 18:04:00,,,Squat,,,0,normal,"${weight}","${reps}","${distance}",,`;

  it.each([
    ['1,020.5', 1020.5],
    ['1.020,5', 1020.5],
    ['62,5', 62.5],
    ['62.5', 62.5],
    ['0,125', 0.13],
    ['5.125', 5.13],
    ['', null],
    ['-', null],
    ['0', null],
    ['-20', null],
  ])('%j kg is %j', (weight, weightKg) => {
    expect(setsOf(row(weight))).toMatchObject({ sets: [{ weightKg, reps: 5 }], problems: [] });
  });

  it('with a comma before three digits follow the rest of the file', () => {
    expect(setsOf(row('1,020'), row('62.5')).sets).toMatchObject([{ weightKg: 1020 }, { weightKg: 62.5 }]);
    expect(setsOf(row('62,5', '5', '1,020')).sets).toMatchObject([{ weightKg: 62.5, metres: 1020 }]);
    expect(setsOf(row('62,5'), row('1.020')).sets).toMatchObject([{ weightKg: 62.5 }, { weightKg: 1020 }]);
  });

  it.each([
    [row('1,020'), 'Weight: “1,020” can be 1020 or 1.02'],
    [row('heavy'), 'Weight: “heavy” is not a number'],
    [row('1,02,5'), 'Weight: “1,02,5” is not a number'],
    [row('100', '8.5'), 'Reps: “8.5” is not a whole number, and half reps are not imported'],
    [row('100', '8-10'), 'Reps: “8-10” is not a number'],
  ])('that are not sure leave their row out: %s', (line, problem) => {
    expect(setsOf(line, row('80'))).toMatchObject({ sets: [{ weightKg: 80 }], problems: [{ row: 1, problem }] });
  });
});

describe('times of a file', () => {
  const row = (start: string, end: string) => hevy(`A,${start},${end},,Squat,,,0,normal,100,5,,,`);

  it.each([
    ['2025-10-21T18:04:05Z', '2025-10-21T19:04:05.000Z', 'America/New_York', '2025-10-21T14:04:05', 3600],
    ['2025-10-21T18:30:00Z', '2025-10-21T19:30:00Z', 'Asia/Kathmandu', '2025-10-22T00:15:00', 3600],
    ['2025-10-21T18:04:00+02:00', '2025-10-21 17:04:00 UTC', 'UTC', '2025-10-21T16:04:00', 3600],
    // The clocks go back in between.
    ['2025-11-02T05:30:00Z', '2025-11-02T06:30:00Z', 'America/New_York', '2025-11-02T01:30:00', 3600],
    ['2025-10-21 18:04:00', '2025-10-21 19:04:00', 'America/New_York', '2025-10-21T18:04:00', 3600],
  ])('%s to %s in %s', (start, end, zone, startedAt, seconds) => {
    const { timeZone } = { timeZone: zone };
    expect(read(row(start, end), METRIC, timeZone).workouts).toMatchObject([{ startedAt, seconds }]);
  });
});

describe('printed in each dialect', () => {
  const word = fc
    .stringMatching(/^[A-Za-zäéß"',;()][A-Za-zäéß"',;() ]{0,14}[a-z]$/)
    .map((text) => text.replaceAll(/ +/g, ' '));
  const set = fc.record({
    kind: fc.constantFrom('normal', 'warm_up', 'drop' as const),
    weightKg: fc.option(fc.integer({ min: 1, max: 800 }).map((half) => half / 2)),
    reps: fc.integer({ min: 1, max: 99 }),
    rir: fc.option(fc.integer({ min: 0, max: 8 }).map((half) => half / 2)),
  });
  const exercise = fc.record({ name: word, sets: fc.array(set, { minLength: 1, maxLength: 4 }) });
  const workout = fc.record({
    minute: fc.integer({ min: 0, max: 1439 }),
    day: fc
      .integer({ min: 0, max: 3000 })
      .map((days) => new Date(Date.UTC(2018, 0, 1 + days)).toISOString().slice(0, 10)),
    title: word,
    minutes: fc.integer({ min: 1, max: 300 }),
    exercises: fc.uniqueArray(exercise, { selector: ({ name }) => name, minLength: 1, maxLength: 4 }),
  });
  const history = fc.uniqueArray(workout, { selector: ({ day }) => day, minLength: 1, maxLength: 5 });
  type Printed = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

  const pad = (value: number) => String(value).padStart(2, '0');
  const timeOf = (minute: number) => `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}:00`;
  const quote = (cell: string | number) => `"${String(cell).replaceAll('"', '""')}"`;
  const expected = (printed: Printed) =>
    printed
      .map(({ day, minute, title, minutes, exercises }) => ({
        startedAt: `${day}T${timeOf(minute)}`,
        seconds: minutes * 60,
        title,
        note: '',
        exercises: exercises.map(({ name, sets }) => ({
          exerciseId: null,
          name,
          group: '',
          note: '',
          sets: sets.map((one) => ({ ...one, seconds: null, metres: null })),
        })),
      }))
      .sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1));

  const rowsOf = (
    printed: Printed,
    print: (
      one: Printed[number],
      name: string,
      set: Printed[number]['exercises'][number]['sets'][number],
      index: number,
    ) => string,
  ) =>
    printed.flatMap((one) =>
      one.exercises.flatMap(({ name, sets }) => sets.map((each, index) => print(one, name, each, index))),
    );

  it('of Hevy, a history reads as it was', () => {
    const types = { normal: 'normal', warm_up: 'warmup', drop: 'dropset' };
    fc.assert(
      fc.property(history, (printed) => {
        const rows = rowsOf(printed, ({ title, day, minute, minutes }, name, { kind, weightKg, reps, rir }, index) => {
          const end = new Date(Date.parse(`${day}T${timeOf(minute)}Z`) + minutes * 60_000).toISOString();
          const cells = [title, `${day} ${timeOf(minute)}`, end.slice(0, 19), '', name, '', '', index, types[kind]];
          return [...cells, weightKg ?? '', reps, '', '', rir === null ? '' : 10 - rir].map(quote).join(',');
        });
        expect(read(hevy(...rows))).toEqual({ workouts: expected(printed), problems: [], repeated: 0 });
      }),
    );
  });

  it('of Strong, with commas or semicolons, a history reads as it was', () => {
    fc.assert(
      fc.property(history, fc.boolean(), (printed, isComma) => {
        const delimiter = isComma ? ',' : ';';
        const number = (value: number) => (isComma ? String(value) : String(value).replace('.', ','));
        const header = [
          'Date',
          'Workout Name',
          isComma ? 'Duration' : 'Duration (sec)',
          'Exercise Name',
          'Set Order',
          'Weight (kg)',
          'Reps',
          'Distance',
          'Seconds',
          'Notes',
          'Workout Notes',
          'RPE',
        ].join(delimiter);
        const rows = rowsOf(printed, ({ title, day, minute, minutes }, name, { kind, weightKg, reps, rir }, index) => {
          const order = kind === 'warm_up' ? 'W' : kind === 'drop' ? 'D' : index + 1;
          const duration = isComma ? `${Math.floor(minutes / 60)}h ${minutes % 60}m` : minutes * 60;
          const cells = [`${day} ${timeOf(minute)}`, title, duration, name, order, number(weightKg ?? 0), reps, 0, 0];
          return [...cells, '', '', rir === null ? '' : number(10 - rir)].map(quote).join(delimiter);
        });
        expect(read([header, ...rows].join('\n'))).toEqual({ workouts: expected(printed), problems: [], repeated: 0 });
      }),
    );
  });

  it('a history becomes valid logs, whatever the zone', () => {
    fc.assert(
      fc.property(
        history,
        fc.constantFrom('Asia/Kathmandu', 'America/New_York', 'Pacific/Apia'),
        (printed, timeZone) => {
          for (const one of expected(printed)) {
            const valid: HistoryWorkout = historyWorkout.parse(one);
            const id = '0198f2c4-0000-4000-8000-000000000001';
            const log = historyLog(valid, { id, timeZone, source: 'hevy' });
            expect(workoutLog.parse(log)).toEqual(log);
            expect(log.head.day).toBe(one.startedAt.slice(0, 10));
          }
        },
      ),
    );
  });
});

describe('a bad file', () => {
  it.each([
    ['', 'This file is empty.'],
    [' \n ', 'This file is empty.'],
    [HEVY, 'This file has no workouts.'],
    ['name,email\nNina,nina@example.com', 'This is not a workout export'],
    ['title|start_time\nA|B', 'This is not a workout export'],
    [hevy('"A,2025'), 'Line 2: A quote is missing'],
    [`${HEVY}\n${'a\n'.repeat(100_001)}`, 'more than 100,000 rows'],
  ])('%.40s says what is wrong', (content, problem) => {
    expect(readHistory(content)).toEqual({ problem: expect.stringContaining(problem) });
  });

  it('leaves out what cannot be read, and says which rows', () => {
    const { workouts, problems } = read(
      hevy(
        'A,03/04/2025 18:00,,,Squat,,,0,normal,100,5,,,',
        'A,2027-01-01 18:00:00,,,Squat,,,0,normal,100,5,,,',
        'A,2025-01-01 18:00:00,,,Squat,,,0,normal,100000,5,,,',
        'A,2025-01-01 18:00:00,,,,,,0,normal,100,5,,,',
        'A,2025-01-01 18:00:00,,,Squat,,,0,normal,-20,5,,,',
      ),
    );
    expect(problems).toEqual([
      { row: 1, problem: 'Didn’t understand the date “03/04/2025 18:00”' },
      { row: 2, problem: 'The date is in the future' },
      { row: 3, problem: 'A number is too large' },
    ]);
    // Assistance is no load.
    expect(workouts).toMatchObject([{ exercises: [{ sets: [{ weightKg: null, reps: 5 }] }] }]);
  });

  it('with hostile text stays within what can be stored', () => {
    const hostile = `=cmd|' /C calc'!A0 <script>\\u0000 ${'😀'.repeat(200)}\ud83d`.replaceAll(',', '');
    const { workouts } = read(
      hevy(`"${hostile}",2025-01-01 18:00:00,,"${hostile}","${hostile}\nx",,"${hostile}",0,normal,1,1,,,`),
    );
    expect(workouts.map((one) => historyWorkout.safeParse(one).success)).toEqual([true]);
  });

  it('with everything twice is read once, and joins a workout that continues elsewhere', () => {
    const [push, pull] = [
      'A,2025-01-01 18:00:00,,,Squat,,,0,normal,100,5,,,',
      'B,2025-01-02 18:00:00,,,Row,,,0,normal,60,5,,,',
    ];
    expect(read(hevy(push, pull, push, pull))).toMatchObject({
      workouts: [{ title: 'B' }, { title: 'A' }],
      repeated: 2,
    });
    const more = read(hevy(push, pull, push.replace('Squat', 'Lunge')));
    expect(more).toMatchObject({ workouts: [{}, { exercises: [{ name: 'Squat' }, { name: 'Lunge' }] }], repeated: 0 });
    expect(exercisesOfHistory(more.workouts)).toEqual([
      { name: 'Row', sets: 1 },
      { name: 'Squat', sets: 1 },
      { name: 'Lunge', sets: 1 },
    ]);
  });

  it('with 100,000 rows is read at once', () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => {
      const day = new Date(Date.UTC(2015, 0, 1 + Math.floor(index / 25))).toISOString().slice(0, 10);
      return `Workout,${day} 18:00:00,${day} 19:00:00,,Exercise ${index % 5},,,0,normal,60,8,,,`;
    });
    const { workouts, problems } = read(hevy(...rows));
    expect([workouts.length, problems.length]).toEqual([4000, 0]);
    expect(workouts[0]?.exercises.reduce((sum, { sets }) => sum + sets.length, 0)).toBe(25);
  });
});
