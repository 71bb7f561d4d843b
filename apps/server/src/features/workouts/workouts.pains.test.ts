import { randomUUID } from 'node:crypto';
import type { WorkoutLog } from '@stridewell/contract/workouts/workouts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, type Client, type Coach, updateRelationship } from '../../../test/people.ts';
import { aLog, aPain } from '../../../test/workout-samples.ts';

const NOW = '2026-03-02T20:00:00.000Z';

let test: TestApp;
let coach: Coach;
let client: Client;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(new Date(NOW));
  coach = await aCoach(test);
  client = await aClient(test, { of: coach });
});

const pair = () => ({ coachId: coach.id, clientId: client.clientId });
const sync = (log: WorkoutLog) => client.api.workouts.syncWorkout({ logId: log.id, log });
const withdraw = () => client.api.onboarding.withdrawConsent(pair());
const readAsCoach = async (logId: string) =>
  (await coach.api.workouts.getClientWorkout({ ...pair(), logId })).log.head.pains;
const timeline = async () => (await coach.api.clients.listTimeline({ ...pair(), filter: 'workout' })).entries;

describe('withdrawing the consent to store health data', () => {
  it('withdraws all pain flags, for the coach and on devices that still have them', async () => {
    const [one, other] = [aLog(randomUUID(), { pains: [aPain(randomUUID())] }), aLog(randomUUID())];
    await Promise.all([sync(one), sync(other)]);
    expect(await timeline()).toMatchObject([{ kind: 'pain', part: 'shoulder', exercise: 'Back squat' }]);
    await withdraw();
    const [flag] = await readAsCoach(one.id);
    expect(flag).toMatchObject({ part: 'other', level: 'mild', note: '', exerciseKey: null, deleted: true });
    expect([await timeline(), await readAsCoach(other.id)]).toEqual([[], []]);
    const { workouts } = await coach.api.workouts.listClientWorkouts(pair());
    expect(workouts.map(({ pains }) => pains)).toEqual([0, 0]);
    // A device still has the flag.
    expect((await sync(one)).head.pains).toEqual([flag]);
    expect(await timeline()).toEqual([]);
  });

  it('keeps flags that the client sets later, because each is a deliberate report', async () => {
    const log = await sync(aLog(randomUUID(), { pains: [aPain(randomUUID())] }));
    await withdraw();
    await sync({ ...log, head: { ...log.head, pains: [aPain(randomUUID(), { part: 'knee' })] } });
    expect(await timeline()).toMatchObject([{ part: 'knee' }]);
  });

  it('is possible for former clients, and changes nothing else', async () => {
    const log = await sync(aLog(randomUUID(), { note: 'Slow', pains: [aPain(randomUUID())] }));
    await updateRelationship(test, client, { status: 'ended' });
    await withdraw();
    const { head, sets } = (await coach.api.workouts.getClientWorkout({ ...pair(), logId: log.id })).log;
    expect(head).toMatchObject({ ...log.head, pains: [{ deleted: true, part: 'other' }] });
    expect(sets).toEqual(log.sets);
  });

  it('has the same result when repeated or concurrent with a sync', async () => {
    const log = aLog(randomUUID(), { pains: [aPain(randomUUID())] });
    await sync(log);
    await Promise.all([
      withdraw(),
      sync({ ...log, head: { ...log.head, name: 'Push B', changedAt: NOW } }),
      withdraw(),
    ]);
    expect(await readAsCoach(log.id)).toMatchObject([{ deleted: true, note: '' }]);
    expect(await timeline()).toEqual([]);
  });
});
