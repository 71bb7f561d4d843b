import { describe, expect, it } from 'vitest';
import { aProgram } from '../../../../../packages/contract/test/programs.ts';
import { daysOf } from './programs.edits.ts';
import { firstPlace, isPlace, nextField, nextPlace, type Place, placeAfter, rangeOf } from './programs.places.ts';

const LINES = [{}];
const program = aProgram({ Push: { Bench: LINES, Fly: LINES }, Pull: { Row: LINES } }, 2);
const days = daysOf(program).map(({ day }) => day);
const weeks = program.phases[0]?.weeks ?? [];

/** A place by name, like `exercise Fly 1` for the one in week 1. */
function place(text: string): Place {
  const [at, name, week] = text.split(' ');
  const inWeek = weeks[Number(week ?? name) - 1];
  if (at === 'week') return { at, key: inWeek?.key ?? '' };
  if (at === 'exercise') {
    const found = inWeek?.days.flatMap(({ workout }) => workout.exercises).find((one) => one.name === name);
    return { at, key: found?.key ?? '' };
  }
  return { at: at === 'day' ? 'day' : 'add', key: inWeek?.days.find((one) => one.name === name)?.key ?? '' };
}

describe('moving through the grid', () => {
  it.each([
    ['day Push 1', 'ArrowDown', 'exercise Bench 1'],
    ['exercise Fly 1', 'ArrowDown', 'add Push 1'],
    ['add Push 1', 'ArrowDown', 'day Push 2'],
    ['day Push 2', 'ArrowUp', 'add Push 1'],
    ['exercise Fly 1', 'ArrowRight', 'add Pull 1'],
    ['exercise Bench 1', 'ArrowRight', 'exercise Row 1'],
    ['day Push 1', 'ArrowLeft', 'week 1'],
    ['week 1', 'ArrowDown', 'week 2'],
    ['week 2', 'ArrowUp', 'week 1'],
    ['exercise Bench 1', 'PageDown', 'exercise Bench 2'],
    ['exercise Row 2', 'Home', 'week 2'],
    ['day Push 1', 'End', 'day Pull 1'],
  ])('%s, %s: %s', (from, key, to) => {
    expect(nextPlace(program, place(from), key)).toEqual(place(to));
  });

  it.each([
    ['day Push 1', 'ArrowUp'],
    ['add Pull 2', 'ArrowDown'],
    ['week 1', 'ArrowLeft'],
    ['exercise Row 1', 'ArrowRight'],
    ['exercise Row 1', 'x'],
  ])('%s, %s: stays', (from, key) => {
    expect(nextPlace(program, place(from), key)).toBeUndefined();
  });

  it('starts at the field of the first day, and goes from field to field', () => {
    expect(firstPlace(program)).toEqual(place('add Push 1'));
    expect(nextField(program, days[1]?.key ?? '')).toEqual(place('add Push 2'));
    expect(nextField(program, days[3]?.key ?? '')).toBeUndefined();
  });

  it('knows which places exist', () => {
    expect(isPlace(program, place('exercise Row 2'))).toBe(true);
    expect(isPlace(program, { at: 'exercise', key: 'gone' })).toBe(false);
  });

  it('moves beside the exercises that are deleted', () => {
    const gone = (...names: string[]) => new Set(names.map((name) => place(`exercise ${name} 1`).key));
    expect(placeAfter(program, gone('Bench'))).toEqual(place('exercise Fly 1'));
    expect(placeAfter(program, gone('Fly'))).toEqual(place('exercise Bench 1'));
    expect(placeAfter(program, gone('Bench', 'Fly'))).toEqual(place('add Push 1'));
  });

  it('selects a range within one day alone', () => {
    const [bench, fly, row] = ['Bench', 'Fly', 'Row'].map((name) => place(`exercise ${name} 1`).key);
    expect(rangeOf(program, fly ?? '', bench ?? '')).toEqual([bench, fly]);
    expect(rangeOf(program, bench ?? '', row ?? '')).toEqual([row]);
  });
});
