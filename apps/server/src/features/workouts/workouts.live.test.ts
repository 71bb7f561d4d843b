import { randomUUID } from 'node:crypto';
import type { WorkoutLog } from '@stridewell/contract/workouts/workouts';
import { deleteWorkout } from '@stridewell/contract/workouts/workouts.merge.rules';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach } from '../../../test/people.ts';
import { aLog, aLoggedSet, aPain } from '../../../test/workout-samples.ts';
import type { LiveEvent } from '../../platform/realtime/live.ts';

const NOW = '2026-03-02T20:00:00.000Z';

let test: TestApp;
beforeAll(async () => {
  test = await shareTestApp();
  test.setNow(new Date(NOW));
});
afterAll(() => test.close());

/** Collects live events of one kind. */
function listen(kind: string) {
  const heard: { people: readonly string[]; event: LiveEvent }[] = [];
  const tell = (people: readonly string[], event: LiveEvent) => {
    if (event.event === kind) heard.push({ people, event });
  };
  onTestFinished(test.services.live.listen({ tell, sessionEnded: () => undefined, resync: () => undefined }));
  return heard;
}

it('only the coach gets events of start, pain, end and deletion of a workout, and none for each set', async () => {
  const coach = await aCoach(test);
  const client = await aClient(test, { of: coach });
  const heard = listen('workout');
  const id = randomUUID();
  const sync = (log: WorkoutLog) => client.api.workouts.syncWorkout({ logId: id, log });
  const event = { event: 'workout', clientId: client.clientId, logId: id };
  const started = await sync(aLog(id));
  const second = await sync({ ...started, sets: [...started.sets, aLoggedSet({ id: 'second', changedAt: NOW })] });
  const hurt = await sync({ ...second, head: { ...second.head, pains: [aPain(randomUUID())] } });
  const changes = { finish: NOW, note: NOW, exercises: NOW };
  const finished = await sync({ ...hurt, head: { ...hurt.head, finishedAt: NOW, changes } });
  await sync(finished);
  await sync(deleteWorkout(finished, NOW));
  await expect.poll(() => heard.length).toBe(4);
  expect(heard).toEqual(Array(4).fill({ people: [coach.id], event }));
});

it('the client gets an event of a comment', async () => {
  const coach = await aCoach(test);
  const client = await aClient(test, { of: coach });
  const log = aLog(randomUUID());
  await client.api.workouts.syncWorkout({ logId: log.id, log });
  const heard = listen('workout_comment');
  await coach.api.workouts.commentOnWorkout({
    coachId: coach.id,
    clientId: client.clientId,
    logId: log.id,
    comment: { id: randomUUID(), setId: null, text: 'Well done' },
  });
  await expect
    .poll(() => heard)
    .toEqual([{ people: [client.id], event: { event: 'workout_comment', coachId: coach.id, logId: log.id } }]);
});
