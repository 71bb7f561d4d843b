import type { Program } from '@stridewell/contract/programs/programs';
import { pastOf } from '@stridewell/contract/programs/programs.past.rules';
import { weeksOf } from '@stridewell/contract/programs/programs.rules';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { aProgram, editsOf } from '../../../../../packages/contract/test/programs.ts';
import { ProgramEditor } from './programs.editor.ts';
import {
  applyToFollowing,
  copyWeek,
  deleteExercises,
  deleteWeek,
  findDay,
  insertExercises,
  moveExercises,
} from './programs.edits.ts';
import { NO_PAST } from './programs.past.ts';
import { firstPlace, nextPlace } from './programs.places.ts';

/** A Monday; training on Monday, Wednesday and Friday. */
const dates = { startDay: '2026-11-02', weekdays: [1, 3, 5], moved: {} };
const program = aProgram({ Push: { 'Bench press': [{}] }, Pull: { 'Barbell row': [{}] }, Legs: { Squat: [{}] } }, 4);
/** The Wednesday of week 3. */
const TODAY = '2026-11-18';
const past = pastOf(dates, program, TODAY);
const weeks = weeksOf(program).map(({ week }) => week);
const keyOf = (week: number, day: number) => weeks[week - 1]?.days[day]?.key ?? '';
const exerciseOf = (week: number, day: number) => weeks[week - 1]?.days[day]?.workout.exercises[0]?.key ?? '';

beforeEach(() => window.localStorage.clear());

describe('what is over', () => {
  it('is every week before that of today, and the days before today', () => {
    expect(past.weeks).toBe(2);
    const over = [1, 2].flatMap((week) => [0, 1, 2].map((day) => keyOf(week, day)));
    expect([...past.days].sort()).toEqual([...over, keyOf(3, 0)].sort());
  });

  it('is empty for a program that starts today or later', () => {
    expect(pastOf(dates, program, '2026-11-02')).toEqual(NO_PAST);
    expect(pastOf(dates, program, '2026-10-01')).toEqual(NO_PAST);
  });

  it('is not a day that was moved to today or later', () => {
    const moved = { [keyOf(3, 0)]: '2026-11-19' };
    expect(pastOf({ ...dates, moved }, program, TODAY).days.has(keyOf(3, 0))).toBe(false);
  });
});

/** Each week adds a set to the one before it. */
function withMoreSets(draft: Program): Program {
  for (const phase of draft.phases) phase.progression = { ...phase.progression, sets: 1 };
  return draft;
}

describe('an edit of a program with past weeks', () => {
  const open = () =>
    new ProgramEditor(
      'c1',
      { program, version: 1 },
      async () => ({ outcome: 'saved', version: 2 }),
      () => past,
    );
  const line = () => structuredClone(weeks[3]?.days[0]?.workout.exercises ?? []);
  const refused: [string, (draft: Program) => void][] = [
    ['adds to a past week', (draft) => insertExercises(findDay(draft, keyOf(1, 0))?.day ?? expect.fail(), line())],
    ['adds to yesterday', (draft) => insertExercises(findDay(draft, keyOf(3, 0))?.day ?? expect.fail(), line())],
    ['deletes there', (draft) => deleteExercises(draft, new Set([exerciseOf(2, 1)]))],
    ['moves out of it', (draft) => moveExercises(draft, new Set([exerciseOf(2, 1)]), keyOf(4, 0), null)],
    ['moves into it', (draft) => moveExercises(draft, new Set([exerciseOf(4, 0)]), keyOf(2, 0), null)],
    ['deletes a past week', (draft) => void deleteWeek(draft, weeks[0]?.key ?? '')],
    ['deletes the week of today', (draft) => void deleteWeek(draft, weeks[2]?.key ?? '')],
    ['puts a week between', (draft) => void draft.phases[0]?.weeks.splice(1, 0, copyWeek(weeks[0] ?? expect.fail()))],
    ['fills past weeks', (draft) => applyToFollowing(withMoreSets(draft), weeks[0]?.key ?? '')],
    ['deletes the phase', (draft) => void draft.phases.splice(0, 1)],
  ];

  it.each(refused)('that %s is refused, and nothing changes', (_what, recipe) => {
    const editor = open();
    expect(editor.edit(recipe, { at: 'week', key: weeks[3]?.key ?? '' })).toBe(false);
    expect(editor.getSnapshot()).toMatchObject({ program, status: 'saved', canUndo: false });
    expect(editor.getSnapshot().cursor.at).toBe('add');
  });

  it('changes today and what follows, and copies from the past', () => {
    const editor = open();
    for (const key of [keyOf(3, 1), keyOf(4, 0)]) {
      expect(editor.edit((draft) => insertExercises(findDay(draft, key)?.day ?? expect.fail(), line()))).toBe(true);
    }
    const copy = copyWeek(weeks[0] ?? expect.fail());
    expect(editor.edit((draft) => void draft.phases[0]?.weeks.push(copy))).toBe(true);
    expect(weeksOf(editor.getSnapshot().program)).toHaveLength(5);
  });

  it('fills the coming days alone from a past week', () => {
    const editor = open();
    const isMade = editor.edit((draft) => applyToFollowing(withMoreSets(draft), weeks[0]?.key ?? '', past));
    expect(isMade).toBe(true);
    const counts = weeksOf(editor.getSnapshot().program).map(({ week }) =>
      week.days.map((day) => day.workout.exercises[0]?.sets[0]?.count),
    );
    expect(counts).toEqual([
      [3, 3, 3],
      [3, 3, 3],
      [3, 5, 5],
      [6, 6, 6],
    ]);
  });

  it('of any kind leaves what is over, or is refused', () => {
    const overIn = (one: Program) => {
      const [first, second, third] = weeksOf(one).map(({ week }) => week);
      return JSON.stringify([first, second, third?.days[0]]);
    };
    fc.assert(
      fc.property(editsOf(program, 'edit'), (after) => {
        const editor = open();
        const isMade = editor.edit((draft) => void Object.assign(draft, JSON.parse(JSON.stringify(after))));
        expect(isMade).toBe(overIn(after) === overIn(program));
        expect(overIn(editor.getSnapshot().program)).toBe(overIn(program));
      }),
    );
  });
});

describe('the focus', () => {
  it('starts at the first day that can change', () => {
    expect(firstPlace(program, past)).toEqual({ at: 'add', key: keyOf(3, 1) });
    const all = pastOf(dates, program, '2027-11-18');
    expect(firstPlace(program, all)).toEqual({ at: 'day', key: keyOf(1, 0) });
  });

  it('moves through past days without their fields', () => {
    const last = { at: 'exercise' as const, key: exerciseOf(1, 0) };
    expect(nextPlace(program, last, 'ArrowDown', past)).toEqual({ at: 'day', key: keyOf(2, 0) });
    expect(nextPlace(program, last, 'ArrowDown')).toEqual({ at: 'add', key: keyOf(1, 0) });
  });
});
