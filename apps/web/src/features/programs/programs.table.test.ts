import { type Program, program, type SetTarget } from '@stridewell/contract/programs/programs';
import { newSet } from '@stridewell/contract/programs/programs.create.rules';
import { weeksOf } from '@stridewell/contract/programs/programs.rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aProgram, keysFor, programs, withDays } from '../../../../../packages/contract/test/programs.ts';
import { readCsv } from '../../lib/read-csv.ts';
import { guessMapping, programFromTable, programToCsv, TABLE_COLUMNS, type TableOptions } from './programs.table.ts';

const optionsFor = (changes: Partial<TableOptions> = {}): TableOptions => ({
  find: () => ({ exercise: null, choices: [] }),
  units: 'metric',
  newKey: keysFor('table'),
  name: 'Imported',
  ...changes,
});
const rowsOf = (text: string) => {
  const table = readCsv(text);
  if ('problem' in table) throw new Error(table.problem);
  return table.rows;
};
const read = (text: string, changes: Partial<TableOptions> = {}) => {
  const [headers = [], ...rows] = rowsOf(text);
  return programFromTable(rows, guessMapping(headers), optionsFor(changes));
};

/** Content of a table: names, sets and notes, without keys. */
const contentOf = (value: Program) =>
  weeksOf(value).map(({ week }) =>
    week.days.map(({ name, workout }) => ({
      name,
      workout: workout.name,
      exercises: workout.exercises.map((one) => [one.name, one.group, one.sets, one.notes]),
    })),
  );

describe('a program as a table', () => {
  it('has one row for each line of sets', () => {
    const value = aProgram({
      'Day 1': {
        Squat: [
          { reps: '8-10', load: { unit: 'percent', value: 80 }, rest: 120 },
          { count: 1, reps: 'AMRAP' },
        ],
      },
      'Day 2': {},
    });
    expect(rowsOf(programToCsv(value))).toEqual([
      [
        'Week',
        'Day',
        'Workout',
        'Exercise',
        'Group',
        'Sets',
        'Reps',
        'Kind',
        'Load',
        'Effort',
        'Tempo',
        'Rest',
        'Notes',
      ],
      ['1', 'Day 1', '', 'Squat', '', '3', '8–10', 'Normal', '80%', '', '', '120 s', ''],
      ['1', 'Day 1', '', '', '', '1', 'AMRAP', 'Normal', '', '', '', '', ''],
      ['1', 'Day 2', '', '', '', '', '', '', '', '', '', '', ''],
    ]);
  });

  it('holds no formula of a spreadsheet', () => {
    const value = withDays(aProgram({ '=1+1': { '@SUM(A1)': [{ reps: '+5' }] } }), (day) => ({
      ...day,
      workout: { ...day.workout, name: '-2' },
    }));
    expect(programToCsv(value)).not.toMatch(/"[=+\-@]/);
    expect(contentOf(read(programToCsv(value)).program ?? value)).toEqual(contentOf(value));
  });

  it('reads back the same content, in both unit systems', () => {
    const units = fc.constantFrom('metric' as const, 'imperial' as const);
    fc.assert(
      fc.property(programs, units, (value, chosen) => {
        const named = withDays(value, (day) => ({ ...day, name: day.key }));
        const result = read(programToCsv(named, chosen), { units: chosen });
        expect(result.problems).toEqual([]);
        expect(result.program && contentOf(result.program)).toEqual(contentOf(named));
        expect(program.safeParse(result.program).error).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });
});

describe('a coach’s table', () => {
  it('finds its columns by their headers', () => {
    expect(guessMapping(TABLE_COLUMNS.map((column) => column.toUpperCase()))).toEqual(
      Object.fromEntries(TABLE_COLUMNS.map((column, index) => [column, index])),
    );
    expect(guessMapping(['Exercise Name', 'Weight (kg)', 'RPE', 'Rep range', 'Comments', 'Colour'])).toEqual({
      exercise: 0,
      load: 1,
      effort: 2,
      reps: 3,
      notes: 4,
    });
  });

  it('continues weeks and days where their cells are empty', () => {
    const text =
      'Week;Day;Exercise;Sets;Reps\n1;Push;Bench press;3;8-10\n;;;1;AMRAP\n;Pull;Row;4;8\n2;Push;Bench press;4;8-10';
    const result = read(text);
    expect(contentOf(result.program ?? aProgram({}))).toEqual([
      [
        {
          name: 'Push',
          workout: '',
          exercises: [['Bench press', '', [newSet({ reps: '8-10' }), newSet({ count: 1, reps: 'AMRAP' })], '']],
        },
        { name: 'Pull', workout: '', exercises: [['Row', '', [newSet({ count: 4, reps: '8' })], '']] },
      ],
      [{ name: 'Push', workout: '', exercises: [['Bench press', '', [newSet({ count: 4, reps: '8-10' })], '']] }],
    ]);
    expect(result).toMatchObject({ exercises: 3, problems: [], program: { name: 'Imported', frequency: 2 } });
  });

  it.each<[string, string, string, Partial<SetTarget>]>([
    ['Load', '80% of 1RM', 'metric', { load: { unit: 'percent', value: 80 } }],
    ['Load', '100', 'metric', { load: { unit: 'kg', value: 100 } }],
    ['Weight', '225', 'imperial', { load: { unit: 'kg', value: 102.06 } }],
    ['Weight', '225 lb', 'metric', { load: { unit: 'kg', value: 102.06 } }],
    ['RIR', '2', 'metric', { effort: { scale: 'rir', value: 2 } }],
    ['RPE', '8.5', 'metric', { effort: { scale: 'rpe', value: 8.5 } }],
    ['Effort', 'RPE 5', 'metric', { effort: { scale: 'rpe', value: 5 } }],
    ['Tempo', '31x0', 'metric', { tempo: '3-1-X-0' }],
    ['Rest', '2:00', 'metric', { rest: 120 }],
    ['Rest', '90', 'metric', { rest: 90 }],
    ['Rest', '-', 'metric', {}],
    ['Kind', 'drop set', 'metric', { kind: 'drop' }],
  ])('reads %s %s in %s units', (header, cell, units, changes) => {
    const result = read(`Exercise,${header}\nSquat,${cell}`, { units: units === 'metric' ? 'metric' : 'imperial' });
    const [exercise] = result.program?.phases[0]?.weeks[0]?.days[0]?.workout.exercises ?? [];
    expect(exercise?.sets).toEqual([newSet(changes)]);
  });

  it('takes exercises of the library, and brings groups together', () => {
    const row = { id: 'barbell-row', name: 'Barbell row' };
    const find = (name: string) => ({ exercise: name === 'row' ? row : null, choices: name === 'curl' ? [row] : [] });
    const result = read('Exercise,Superset\nbench,A1\ncurl,\nrow,a2', { find });
    const exercises = result.program?.phases[0]?.weeks[0]?.days[0]?.workout.exercises ?? [];
    expect(result.custom).toEqual(['bench', 'curl']);
    expect(exercises.map(({ name, group, exerciseId }) => [name, group, exerciseId])).toEqual([
      ['bench', 'A', null],
      ['Barbell row', 'A', 'barbell-row'],
      ['curl', '', null],
    ]);
  });

  it.each([
    ['Exercise,Sets\nSquat,many', 'Sets: didn’t understand “many”'],
    ['Exercise,Sets\nSquat,0', /^Sets: .*1 or more/],
    ['Exercise,Reps\nSquat,999', /^Reps: .*200 reps/],
    ['Exercise,Load\nSquat,-20', 'Load: didn’t understand “-20”'],
    ['Exercise,Rest\nSquat,long', 'Rest: didn’t understand “long”'],
    ['Exercise,Kind\nSquat,odd', 'Kind: didn’t understand “odd”'],
    ['Exercise,Group\nSquat,first', 'Group: didn’t understand “first”'],
    [`Exercise\n${'x'.repeat(81)}`, /^Exercise: .*80 characters/],
    ['Exercise,Sets\n,3', 'No exercise'],
  ])('names the problem of %j and imports the others', (text, problem) => {
    const commas = ','.repeat((text.split('\n')[0] ?? '').split(',').length - 1);
    const result = read(`${text}\nLunge${commas}`);
    const message = typeof problem === 'string' ? problem : expect.stringMatching(problem);
    expect(result.problems).toEqual([{ row: 1, problem: message }]);
    expect(result.exercises).toBe(1);
  });

  it('of too many days is refused as a whole', () => {
    const days = Array.from({ length: 8 }, (_, index) => `Day ${index + 1},Squat`).join('\n');
    expect(read(`Day,Exercise\n${days}`)).toMatchObject({ program: null, problems: [{ row: 8 }] });
  });

  it('without rows has no program', () => {
    expect(programFromTable([], {}, optionsFor())).toEqual({ program: null, exercises: 0, custom: [], problems: [] });
  });

  it('of any cells is read without an error, into a valid program', () => {
    const cell = fc.constantFrom(
      '',
      '1',
      'Squat',
      '8-10',
      '3',
      'RIR 2',
      '60 kg',
      'A1',
      '=1',
      '"',
      'Drop set',
      '2:00',
      'é',
    );
    const row = fc.array(cell, { minLength: TABLE_COLUMNS.length, maxLength: TABLE_COLUMNS.length });
    const mapping = guessMapping([...TABLE_COLUMNS]);
    fc.assert(
      fc.property(fc.array(row, { maxLength: 20 }), (rows) => {
        const result = programFromTable(rows, mapping, optionsFor());
        if (result.program) expect(program.safeParse(result.program).error).toBeUndefined();
        else
          expect(result.problems.length > 0 || rows.length === 0 || rows.flat().every((one) => one === '')).toBe(true);
      }),
    );
  });
});
