import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { setTargets } from '../../test/programs.ts';
import { type Reps, repsOf, repsProblem } from './programs.reps.rules.ts';
import { setTarget } from './programs.workout.rules.ts';

const reps = (min: number, max = min): Partial<Reps> => ({ kind: 'reps', min, max });
const time = (min: number, max = min): Partial<Reps> => ({ kind: 'time', min, max });
const distance = (min: number, max = min): Partial<Reps> => ({ kind: 'distance', min, max });

describe('reps', () => {
  it.each<[string, Partial<Reps>]>([
    ['12', reps(12)],
    ['8-10', reps(8, 10)],
    ['8–10', reps(8, 10)],
    ['8 - 10 reps', reps(8, 10)],
    ['8 to 10', reps(8, 10)],
    ['10-8', reps(8, 10)],
    ['30 sec', time(30)],
    ['30s', time(30)],
    ['30-45 sec', time(30, 45)],
    ['30s-1min', time(30, 60)],
    ['1:30', time(90)],
    ['1:30-2:00', time(90, 120)],
    ['1:00:00', time(3600)],
    ['2 min', time(120)],
    ['1.5 min', time(90)],
    ['400 m', distance(400)],
    ['1.5 km', distance(1500)],
    ['1,5 km', distance(1500)],
    ['20 yd', distance(18.288)],
    ['AMRAP', { kind: 'amrap' }],
    ['max', { kind: 'amrap' }],
    ['Warm-up', { kind: 'warm_up' }],
    ['warm up', { kind: 'warm_up' }],
    ['10-8-6', { kind: 'text' }],
    ['until it burns', { kind: 'text' }],
    ['', { kind: 'text' }],
    ['30 apples', { kind: 'text' }],
    ['30s-400m', { kind: 'text' }],
  ])('of %j are read', (text, expected) => {
    expect(repsOf(text)).toEqual({ eachSide: false, ...expected });
  });

  it.each<[string, Partial<Reps>]>([
    ['10 each side', reps(10)],
    ['8/side', reps(8)],
    ['12 per leg', reps(12)],
    ['8-10 each', reps(8, 10)],
    ['30 sec / side', time(30)],
    ['20 m each way', distance(20)],
  ])('of %j are for each side', (text, expected) => {
    expect(repsOf(text)).toEqual({ eachSide: true, ...expected });
  });

  it.each<[string, RegExp | null]>([
    ['200', null],
    ['201', /at most 200 reps/],
    ['999', /at most 200 reps/],
    ['8-999', /at most 200 reps/],
    ['0', /more than zero/],
    ['0 sec', /more than zero/],
    ['-5', /more than zero/],
    ['4 h', null],
    ['5 hours', /at most 4 hours/],
    ['100 km', null],
    ['101 km', /at most 100 km/],
    ['Warm-up', null],
    ['as you like', null],
  ])('of %j are checked', (text, message) => {
    const problem = repsProblem(text);
    if (message) expect(problem).toMatch(message);
    else expect(problem).toBeNull();
  });

  it('that cannot be right are refused by the contract', () => {
    const [set] = fc.sample(setTargets, { numRuns: 1, seed: 1 });
    expect(setTarget.safeParse({ ...set, reps: '12' }).success).toBe(true);
    expect(setTarget.safeParse({ ...set, reps: '999' }).error?.issues[0]?.message).toMatch(/at most 200/);
  });

  it('of any text are read, with the lesser number first', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        const value = repsOf(text);
        if ('min' in value) expect(value.min).toBeLessThanOrEqual(value.max);
      }),
    );
  });

  it('of any range are that range, with each kind of dash', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), fc.constantFrom('-', ' - ', '–', '—', ' to '), (one, other, dash) => {
        expect(repsOf(`${one}${dash}${other}`)).toMatchObject(reps(Math.min(one, other), Math.max(one, other)));
      }),
    );
  });
});
