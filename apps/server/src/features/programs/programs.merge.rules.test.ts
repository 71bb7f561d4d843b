import { type Program, program } from '@stridewell/contract/programs/programs';
import { newDay, newWeek } from '@stridewell/contract/programs/programs.create.rules';
import { weeksOf } from '@stridewell/contract/programs/programs.rules';
import { dayTitle } from '@stridewell/contract/programs/programs.wording.rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aProgram,
  editsOf,
  keysFor,
  programs,
  withDays,
  withWeeks,
} from '../../../../../packages/contract/test/programs.ts';
import { mergeProgram } from './programs.merge.rules.ts';

const base = aProgram({ Push: { 'Bench press': [{}] }, Pull: { Row: [{}] }, Legs: { Squat: [{}] } }, 2);
const noted = (from: Program, name: string, notes: string, weeks = [1, 2]): Program =>
  withDays(from, (day, week) =>
    day.name === name && weeks.includes(week) ? { ...day, workout: { ...day.workout, notes } } : day,
  );
const withoutDay = (from: Program, name: string): Program =>
  withWeeks(from, (week) => ({ ...week, days: week.days.filter((day) => day.name !== name) }));
const withDay = (from: Program, name: string, keys: string): Program => {
  const newKey = keysFor(keys);
  return withWeeks(from, (week) => ({ ...week, days: [...week.days, newDay(newKey, name)] }));
};
const weeks = (from: Program, change: (list: Program['phases'][number]['weeks']) => typeof list): Program => ({
  ...from,
  phases: from.phases.map((phase) => ({ ...phase, weeks: change(phase.weeks) })),
});
const shapeOf = (value: Program) =>
  weeksOf(value).map(({ week }) =>
    week.days.map((day) => [dayTitle(day), day.workout.notes].filter(Boolean).join(' ')),
  );

describe('a template’s change for a client', () => {
  it.each<[string, own: Program, template: Program, string[][], string[]]>([
    [
      'reaches days that were left alone',
      noted(base, 'Pull', 'own'),
      noted(base, 'Push', 'new'),
      [
        ['Push new', 'Pull own', 'Legs'],
        ['Push new', 'Pull own', 'Legs'],
      ],
      [],
    ],
    [
      'leaves a day that was changed for the client',
      noted(base, 'Push', 'own', [2]),
      noted(base, 'Push', 'new'),
      [
        ['Push new', 'Pull', 'Legs'],
        ['Push own', 'Pull', 'Legs'],
      ],
      ['Week 2, Push'],
    ],
    [
      'is no conflict when both made it',
      noted(base, 'Push', 'new'),
      noted(base, 'Push', 'new'),
      [
        ['Push new', 'Pull', 'Legs'],
        ['Push new', 'Pull', 'Legs'],
      ],
      [],
    ],
    [
      'removes days that were left alone, and no others',
      noted(base, 'Legs', 'own', [1]),
      withoutDay(base, 'Legs'),
      [
        ['Push', 'Pull', 'Legs own'],
        ['Push', 'Pull'],
      ],
      ['Week 1, Legs'],
    ],
    [
      'brings back no day that was removed for the client',
      withoutDay(base, 'Push'),
      noted(base, 'Push', 'new'),
      [
        ['Pull', 'Legs'],
        ['Pull', 'Legs'],
      ],
      ['Weeks 1 to 2, Push'],
    ],
    [
      'adds its days beside those of the client',
      withDay(base, 'Run', 'own'),
      withDay(base, 'Swim', 'template'),
      [
        ['Push', 'Pull', 'Legs', 'Run', 'Swim'],
        ['Push', 'Pull', 'Legs', 'Run', 'Swim'],
      ],
      [],
    ],
    [
      'follows the template’s order',
      noted(base, 'Push', 'own'),
      withWeeks(base, (week) => ({ ...week, days: [...week.days].reverse() })),
      [
        ['Legs', 'Pull', 'Push own'],
        ['Legs', 'Pull', 'Push own'],
      ],
      [],
    ],
    [
      'adds and removes weeks',
      base,
      weeks(base, ([, second]) => [...(second ? [second] : []), newWeek(keysFor('template'), 1)]),
      [['Push', 'Pull', 'Legs'], ['Day 1']],
      [],
    ],
    [
      'keeps the changed day of a removed week',
      noted(base, 'Push', 'own', [1]),
      weeks(base, (list) => list.slice(1)),
      [['Push own'], ['Push', 'Pull', 'Legs']],
      ['Week 1, Push'],
    ],
    [
      'brings back no week that was removed for the client',
      weeks(base, (list) => list.slice(0, 1)),
      noted(base, 'Push', 'new'),
      [['Push new', 'Pull', 'Legs']],
      ['Week 2'],
    ],
  ])('%s', (_, own, template, shape, kept) => {
    const merged = mergeProgram({ base, own, template });
    expect(shapeOf(merged.program)).toEqual(shape);
    expect(merged.kept).toEqual(kept);
  });

  it('merges name, description, split and days a week separately', () => {
    const own = { ...base, name: 'Own', split: 'Own' };
    const template = { ...base, name: 'New', description: 'New', frequency: 5 };
    const merged = mergeProgram({ base, own, template });
    expect(merged.program).toMatchObject({ name: 'Own', split: 'Own', description: 'New', frequency: 5 });
    expect(merged.kept).toEqual(['Program name']);
  });

  it('keeps the client’s week when the merged one would have more than seven days', () => {
    const own = ['Run', 'Swim', 'Ride'].reduce(
      (value, name, index) => withDay(value, name, `own${'abc'[index]}`),
      base,
    );
    const template = ['Walk', 'Row'].reduce((value, name, index) => withDay(value, name, `tem${'abc'[index]}`), base);
    const merged = mergeProgram({ base, own, template });
    expect(shapeOf(merged.program)).toEqual(shapeOf(own));
    expect(merged.kept).toEqual(['Weeks 1 to 2']);
  });

  it('keeps the client’s program when the merged one would have too many weeks', () => {
    const longer = (keys: string) => {
      const newKey = keysFor(keys);
      return weeks(base, (list) => [...list, ...Array.from({ length: 40 }, () => newWeek(newKey, 1))]);
    };
    const own = longer('own');
    expect(mergeProgram({ base, own, template: longer('template') })).toEqual({ program: own, kept: ['All days'] });
  });
});

describe('merging', () => {
  const versions = programs.chain((one) => fc.tuple(fc.constant(one), editsOf(one, 'own'), editsOf(one, 'template')));

  it('uses the only change, from either side', () => {
    fc.assert(
      fc.property(versions, ([first, one]) => {
        expect(mergeProgram({ base: first, own: first, template: one })).toEqual({ program: one, kept: [] });
        expect(mergeProgram({ base: first, own: one, template: first })).toEqual({ program: one, kept: [] });
        expect(mergeProgram({ base: first, own: one, template: one })).toEqual({ program: one, kept: [] });
      }),
      { numRuns: 200 },
    );
  });

  it('gives a valid program, and drops no day of the client silently', () => {
    fc.assert(
      fc.property(versions, ([first, own, template]) => {
        const merged = mergeProgram({ base: first, own, template });
        expect(program.safeParse(merged.program).error).toBeUndefined();
        const before = new Set(weeksOf(first).flatMap(({ week }) => week.days.map(({ key }) => key)));
        const after = new Set(weeksOf(merged.program).flatMap(({ week }) => week.days.map(({ key }) => key)));
        const added = weeksOf(own).flatMap(({ week }) => week.days.filter(({ key }) => !before.has(key)));
        expect(added.filter(({ key }) => !after.has(key))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
