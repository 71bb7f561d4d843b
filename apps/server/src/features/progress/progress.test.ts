import type { Measurement } from '@stridewell/contract/progress';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInRow, createClient, createCoach, createUser } from '../../../seed/factories.ts';
import { createTestApp, hashOfPassword, type TestApp } from '../../../test/app.ts';
import { checkIns } from '../checkins/checkins.table.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function open() {
  const coach = await createCoach(test.owner, { passwordHash: await hashOfPassword() });
  const person = await createUser(test.owner, 'Client');
  const { clientId } = await createClient(test.owner, coach.id, { person });
  const caller = await test.signIn(coach.email);
  return {
    coachId: coach.id,
    clientId,
    save: (day: string, values: object) =>
      caller.send('POST', `/rest/v1/clients/${clientId}/measurements`, { coachId: coach.id, day, values }),
    read: async () =>
      (
        await caller.get<{ measurements: Measurement[]; goalWeightKg: number | null }>(
          `/rest/v1/clients/${clientId}/progress?coachId=${coach.id}`,
        )
      ).body,
  };
}

describe('measurements', () => {
  it('are one for each kind and day, however often they are sent', async () => {
    const { save, read } = await open();
    const answers = await Promise.all([1, 2, 3].map(() => save('2026-01-05', { waist: 81.25, hips: 99 })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await save('2026-01-05', { waist: 80 });
    await save('2026-01-04', { waist: 82 });
    expect((await read()).measurements).toEqual([
      { kind: 'waist', day: '2026-01-04', value: 82, source: 'coach' },
      { kind: 'hips', day: '2026-01-05', value: 99, source: 'coach' },
      { kind: 'waist', day: '2026-01-05', value: 80, source: 'coach' },
    ]);
    await save('2026-01-05', { hips: null });
    await save('2026-01-05', { hips: null });
    expect((await read()).measurements.map(({ kind }) => kind)).toEqual(['waist', 'waist']);
  });

  it('have the weights of check-ins among them; what was measured on that day goes first', async () => {
    const { coachId, clientId, save, read } = await open();
    const of = { coachId, clientId };
    await test.owner
      .insert(checkIns)
      .values([
        checkInRow({ ...of, day: '2026-01-05', weightKg: 80 }),
        checkInRow({ ...of, day: '2026-01-05', weightKg: 79.5, submittedAt: new Date('2026-01-05T19:00:00Z') }),
        checkInRow({ ...of, day: '2026-01-12', weightKg: null }),
        checkInRow({ ...of, day: '2026-01-19', weightKg: 79 }),
      ]);
    await save('2026-01-19', { weight: 78.4 });
    expect((await read()).measurements).toEqual([
      { kind: 'weight', day: '2026-01-05', value: 79.5, source: 'check_in' },
      { kind: 'weight', day: '2026-01-19', value: 78.4, source: 'coach' },
    ]);
    // Taken away, the check-in is there again.
    await save('2026-01-19', { weight: null });
    expect((await read()).measurements.at(-1)).toMatchObject({ value: 79, source: 'check_in' });
  });

  it('are of today at the latest, in the zone of the coach', async () => {
    const { save } = await open();
    // Still the 9th in Los Angeles.
    test.setNow(new Date('2026-01-10T07:30:00Z'));
    try {
      expect((await save('2026-01-09', { waist: 80 })).status).toBe(200);
      expect(await save('2026-01-10', { waist: 80 })).toMatchObject({ status: 400, body: { code: 'DAY_AHEAD' } });
    } finally {
      test.setNow(null);
    }
  });
});
