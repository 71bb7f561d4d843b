import type { MeasurementValues } from '@stridewell/contract/progress/progress';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aCheckIn, aClient, aCoach, type Client, type Coach, type Pair } from '../../../test/people.ts';

let test: TestApp;
let coach: Coach;
let client: Client;
let pair: Pair;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(null);
  coach = await aCoach(test);
  client = await aClient(test, { of: coach });
  pair = { coachId: coach.id, clientId: client.clientId };
});

const save = (day: string, values: MeasurementValues) => coach.api.progress.saveMeasurements({ ...pair, day, values });
const list = async () => (await coach.api.progress.getProgress(pair)).measurements;

describe('measurements', () => {
  it('are stored once for each kind and day, even if sent repeatedly', async () => {
    await Promise.all([1, 2, 3].map(() => save('2026-01-05', { waist: 81.25, hips: 99 })));
    await save('2026-01-05', { waist: 80 });
    await save('2026-01-04', { waist: 82 });
    expect(await list()).toEqual([
      { kind: 'waist', day: '2026-01-04', value: 82, source: 'coach' },
      { kind: 'hips', day: '2026-01-05', value: 99, source: 'coach' },
      { kind: 'waist', day: '2026-01-05', value: 80, source: 'coach' },
    ]);
    await save('2026-01-05', { hips: null });
    await save('2026-01-05', { hips: null });
    expect((await list()).map(({ kind }) => kind)).toEqual(['waist', 'waist']);
  });

  it('include the weights of check-ins; a measurement of the same day takes precedence', async () => {
    await aCheckIn(test, { by: client, day: '2026-01-05', weightKg: 80 });
    const later = new Date('2026-01-05T19:00:00Z');
    await aCheckIn(test, { by: client, day: '2026-01-05', weightKg: 79.5, submittedAt: later });
    await aCheckIn(test, { by: client, day: '2026-01-12', weightKg: null });
    await aCheckIn(test, { by: client, day: '2026-01-19', weightKg: 79 });
    await save('2026-01-19', { weight: 78.4 });
    expect(await list()).toEqual([
      { kind: 'weight', day: '2026-01-05', value: 79.5, source: 'check_in' },
      { kind: 'weight', day: '2026-01-19', value: 78.4, source: 'coach' },
    ]);
    // Without the measurement, the check-in counts again.
    await save('2026-01-19', { weight: null });
    expect((await list()).at(-1)).toMatchObject({ value: 79, source: 'check_in' });
  });

  it('cannot be later than today in the coach’s time zone', async () => {
    // Still the 9th in Los Angeles.
    test.setNow(new Date('2026-01-10T07:30:00Z'));
    expect(await save('2026-01-09', { waist: 80 })).toEqual({ saved: 1 });
    await expect(save('2026-01-10', { waist: 80 })).rejects.toMatchObject({ code: 'DAY_AHEAD' });
  });
});
