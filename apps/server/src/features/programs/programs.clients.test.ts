import { randomUUID } from 'node:crypto';
import type { Program } from '@stridewell/contract/programs/programs';
import { addDays } from '@stridewell/contract/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, type Client, type Coach, notificationsOf, type Pair } from '../../../test/people.ts';
import { aProgram, aProgramExercise, withDay, withExercises } from '../../../test/program-samples.ts';

/** A Monday. */
const TODAY = '2026-03-02';

let test: TestApp;
let coach: Coach;
let client: Client;
let templateId: string;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(new Date(`${TODAY}T20:00:00Z`));
  coach = await aCoach(test, { timeZone: 'America/Los_Angeles' });
  client = await aClient(test, { of: coach, person: { timeZone: 'America/Los_Angeles' } });
  templateId = randomUUID();
  await save(aProgram());
});

const save = (program: Program, basedOn = 0) => {
  const filed = { folder: '', tags: [] };
  return coach.api.programs.saveProgram({ coachId: coach.id, programId: templateId, basedOn, program, ...filed });
};
type Plan = { id?: string; startDay?: string; weekdays?: number[]; of?: Pair; programId?: string };
async function assign({ id = randomUUID(), startDay = TODAY, weekdays = [1, 4], of = client, programId }: Plan = {}) {
  const assignments = [{ id, clientId: of.clientId }];
  const about = { coachId: coach.id, programId: programId ?? templateId, assignments, startDay, weekdays };
  const { results } = await coach.api.programs.assignProgram(about);
  return { id, outcome: results[0]?.outcome };
}
const read = ({ clientId }: Pair = client) => coach.api.programs.getClientPrograms({ coachId: coach.id, clientId });
const own = () => client.api.programs.getOwnProgram();
const changesOf = async () => (await read()).history.map(({ changes }) => changes);
const push = (version: number, clientIds = [client.clientId]) =>
  coach.api.programs.pushProgram({ coachId: coach.id, programId: templateId, version, clientIds });
const preview = async () => coach.api.programs.previewPush({ coachId: coach.id, programId: templateId });

const lunges = withExercises([aProgramExercise(50, { exerciseId: 'forward-lunge', name: 'Forward lunge' })]);
const presses = withExercises([aProgramExercise(60, { exerciseId: 'push-up', name: 'Push-up' })]);

const saveDraft = (id: string, program: Program, { basedOn = 0, programVersion = 1 } = {}) =>
  coach.api.programs.saveClientDraft({ coachId: coach.id, clientProgramId: id, basedOn, programVersion, program });
const publish = (id: string, draftVersion: number) =>
  coach.api.programs.publishClientDraft({ coachId: coach.id, clientProgramId: id, draftVersion });

describe('an assignment', () => {
  it('gives the client a copy, with notification, timeline and history', async () => {
    const { id } = await assign();
    const expected = { id, program: aProgram(), version: 1, startDay: TODAY, endDay: '2026-03-15', weekdays: [1, 4] };
    expect(await own()).toMatchObject({ today: TODAY, current: expected, next: null });
    expect(await read()).toMatchObject({ current: expected, next: null, draft: null });
    expect(await changesOf()).toEqual([['Assigned: 2 weeks, 2 days a week, from Mon, Mar 2']]);
    expect(await notificationsOf(test, client)).toMatchObject([
      { type: 'program_assigned', title: `New program from ${coach.name}`, message: 'Strength, from Mon, Mar 2' },
    ]);
    const { entries } = await coach.api.clients.listTimeline({ ...client, filter: 'program' });
    expect(entries).toMatchObject([{ kind: 'program', event: 'assigned', name: 'Strength', startDay: TODAY }]);
    const { programs } = await coach.api.programs.listPrograms({ coachId: coach.id });
    expect(programs.find((one) => one.id === templateId)).toMatchObject({ clients: 1 });
  });

  it('happens once, even if sent repeatedly', async () => {
    const id = randomUUID();
    await Promise.all([assign({ id }), assign({ id })]);
    expect(await assign({ id })).toMatchObject({ outcome: 'assigned' });
    expect(await changesOf()).toHaveLength(1);
    const other = await aClient(test, { of: coach });
    await expect(assign({ id, of: other })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('is refused for clients who cannot follow it', async () => {
    const paused = await aClient(test, { of: coach, status: 'paused' });
    const ended = await aClient(test, { of: coach, status: 'ended' });
    const theirs = await aClient(test, { of: await aCoach(test) });
    const outcomes = [paused, ended, theirs].map(async (of) => (await assign({ of })).outcome);
    expect(await Promise.all(outcomes)).toEqual(['assigned', 'not_a_client', 'not_a_client']);
  });

  it('needs exercises on every day', async () => {
    await save(withDay(aProgram(), 3, withExercises([])), 1);
    await expect(assign()).rejects.toMatchObject({ code: 'EMPTY_DAYS', data: { days: ['Week 2, Day 4'] } });
  });

  it('ends the previous program, and removes one that has not started', async () => {
    const { id: first } = await assign({ startDay: '2026-02-23' });
    const { id: second } = await assign({ startDay: '2026-03-05', programId: 'ball-training' });
    const { id: third } = await assign({ startDay: '2026-03-04' });
    expect(await read()).toMatchObject({
      current: { id: first, endDay: '2026-03-03' },
      next: { id: third, startDay: '2026-03-04' },
    });
    expect(await changesOf()).toContainEqual(['Ends on Wed, Mar 4']);
    expect(await changesOf()).toContainEqual(['Removed for another program']);
    await expect(publish(second, 1)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('outlives its template', async () => {
    const { id } = await assign();
    await coach.api.programs.deleteProgram({ coachId: coach.id, programId: templateId });
    expect(await own()).toMatchObject({ current: { id, programId: null, program: aProgram() } });
  });

  it('of a built-in program works too', async () => {
    const { id } = await assign({ programId: 'push-pull-legs', weekdays: [1, 2, 3, 4, 5, 6] });
    expect(await own()).toMatchObject({ current: { id, programId: 'push-pull-legs', endDay: '2026-03-08' } });
  });
});

describe('a push', () => {
  const changed = () => withDay(aProgram(), 0, lunges);

  it('replaces an unchanged copy, once', async () => {
    const { id } = await assign();
    expect((await preview()).clients).toMatchObject([{ clientProgramId: id, outcome: 'unchanged', changes: [] }]);
    await save(changed(), 1);
    const seen = await preview();
    expect(seen).toMatchObject({ version: 2, clients: [{ clientName: client.name, outcome: 'updated', kept: [] }] });
    expect(seen.clients[0]?.changes.length).toBeGreaterThan(0);
    expect(await own()).toMatchObject({ current: { version: 1 } });

    expect((await push(2)).results).toEqual([{ clientId: client.clientId, outcome: 'updated' }]);
    expect(await own()).toMatchObject({ current: { program: changed(), version: 2 } });
    expect((await changesOf())[0]).toEqual(seen.clients[0]?.changes);
    expect((await push(2)).results).toMatchObject([{ outcome: 'unchanged' }]);
    expect(await changesOf()).toHaveLength(2);
    expect((await notificationsOf(test, client)).map(({ type }) => type)).toEqual([
      'program_changed',
      'program_assigned',
    ]);
  });

  it('keeps the days that were changed for the client', async () => {
    const { id } = await assign();
    const { version } = await saveDraft(id, withDay(aProgram(), 1, presses));
    await publish(id, version);
    await save(changed(), 1);
    expect((await push(2)).results).toMatchObject([{ outcome: 'merged' }]);
    expect(await own()).toMatchObject({ current: { program: withDay(changed(), 1, presses), version: 3 } });
  });

  it('needs the version that the coach has seen', async () => {
    await assign();
    await save(changed(), 1);
    await expect(push(1)).rejects.toMatchObject({ code: 'PROGRAM_CHANGED' });
    await save(withDay(changed(), 0, withExercises([])), 2);
    await expect(push(3)).rejects.toMatchObject({ code: 'EMPTY_DAYS' });
  });

  it('skips programs that are over, and clients who do not follow it', async () => {
    await assign({ startDay: '2026-02-09' });
    await save(changed(), 1);
    const other = await aClient(test, { of: coach });
    const { results } = await push(2, [client.clientId, other.clientId, randomUUID()]);
    expect(results.map(({ outcome }) => outcome)).toEqual(['finished', 'finished', 'finished']);
    expect((await preview()).clients).toEqual([]);
  });

  it('leaves the past days of the client as they are, by the client’s own date', async () => {
    const { id } = await assign();
    const lungesOn = (...days: number[]) =>
      days.reduce((program, day) => {
        const lunge = aProgramExercise(50 + day, { exerciseId: 'forward-lunge', name: 'Forward lunge' });
        return withDay(program, day, withExercises([lunge]));
      }, aProgram());
    await save(lungesOn(0, 1, 2, 3), 1);
    // Thursday for the client, and still Wednesday for the coach. The training days are Monday and Thursday.
    await client.api.identity.savePreferences({ unitSystem: 'metric', timeZone: 'Asia/Tokyo' });
    test.setNow(new Date('2026-03-05T02:00:00Z'));
    const [seen] = (await preview()).clients;
    expect(seen).toMatchObject({ clientProgramId: id, outcome: 'updated', kept: [] });
    expect((await push(2)).results).toMatchObject([{ outcome: 'updated' }]);
    expect(await own()).toMatchObject({ current: { program: lungesOn(1, 2, 3), version: 2 } });
    // Friday for the client: Thursday is past as well.
    test.setNow(new Date('2026-03-05T16:00:00Z'));
    await save(aProgram(), 2);
    await push(3);
    expect(await own()).toMatchObject({ current: { program: lungesOn(1), version: 3 } });
    expect((await push(3)).results).toMatchObject([{ outcome: 'unchanged' }]);
  });

  it('changes nothing for a client whose changed days are all past', async () => {
    await assign();
    await save(changed(), 1);
    test.setNow(new Date('2026-03-04T20:00:00Z'));
    expect((await preview()).clients).toMatchObject([{ outcome: 'unchanged', changes: [] }]);
    expect((await push(2)).results).toMatchObject([{ outcome: 'unchanged' }]);
    expect(await own()).toMatchObject({ current: { program: aProgram(), version: 1 } });
  });

  it('of a longer program stops before the next one', async () => {
    await assign();
    await assign({ startDay: '2026-03-23', programId: 'ball-training' });
    await save(aProgram({ weeks: 4 }), 1);
    await push(2);
    expect(await own()).toMatchObject({ current: { endDay: '2026-03-22' }, next: { startDay: '2026-03-23' } });
  });
});

describe('a draft', () => {
  const change = withDay(aProgram(), 0, lunges);

  it('is visible only to the coach until it is published, once', async () => {
    const { id } = await assign();
    const { version } = await saveDraft(id, change);
    expect(await saveDraft(id, change)).toMatchObject({ version });
    expect(await read()).toMatchObject({ draft: { clientProgramId: id, program: change, source: 'coach', version } });
    expect(await own()).toMatchObject({ current: { program: aProgram(), version: 1 } });

    const [first, second] = await Promise.all([publish(id, version), publish(id, version)]);
    expect(second).toEqual(first);
    expect(first).toMatchObject({ program: change, version: 2 });
    expect(await own()).toMatchObject({ current: { program: change, version: 2 } });
    expect(await read()).toMatchObject({ draft: null });
    expect(await changesOf()).toHaveLength(2);
  });

  it('keeps one of two concurrent changes', async () => {
    const { id } = await assign();
    const drafts = [lunges, presses].map((edit) => saveDraft(id, withDay(aProgram(), 0, edit)));
    expect((await outcomesOf(drafts)).sort()).toEqual(['OK', 'PROGRAM_CHANGED']);
  });

  it('can be discarded, and its number is never reused', async () => {
    const { id } = await assign();
    const { version } = await saveDraft(id, change);
    const about = { coachId: coach.id, clientProgramId: id };
    await coach.api.programs.deleteClientDraft(about);
    await coach.api.programs.deleteClientDraft(about);
    await expect(publish(id, version)).rejects.toMatchObject({ code: 'PROGRAM_CHANGED' });
    expect((await saveDraft(id, change)).version).toBe(version + 1);
  });

  it('is not published over a change made meanwhile', async () => {
    const { id } = await assign();
    const { version } = await saveDraft(id, change);
    await save(withDay(aProgram(), 1, presses), 1);
    await push(2);
    await expect(publish(id, version)).rejects.toMatchObject({ code: 'PROGRAM_CHANGED' });
    await coach.api.programs.deleteClientDraft({ coachId: coach.id, clientProgramId: id });
    await expect(saveDraft(id, change)).rejects.toMatchObject({ code: 'PROGRAM_CHANGED' });
    expect(await saveDraft(id, change, { programVersion: 2 })).toMatchObject({ version: version + 1 });
  });

  it('does not change days that have passed', async () => {
    const { id } = await assign({ startDay: '2026-02-23' });
    const { version } = await saveDraft(id, withDay(withDay(aProgram(), 0, lunges), 2, presses));
    expect(await publish(id, version)).toMatchObject({ program: withDay(aProgram(), 2, presses), version: 2 });
    expect(await changesOf()).toHaveLength(2);
  });

  it('needs exercises on every day to be published', async () => {
    const { id } = await assign();
    const { version } = await saveDraft(id, withDay(aProgram(), 2, withExercises([])));
    await expect(publish(id, version)).rejects.toMatchObject({ code: 'EMPTY_DAYS' });
  });
});

describe('the dates', () => {
  const reschedule = (id: string, startDay: string, weekdays: number[]) =>
    coach.api.programs.rescheduleClientProgram({ coachId: coach.id, clientProgramId: id, startDay, weekdays });

  it('can be changed, and overlapping programs make room', async () => {
    const { id: first } = await assign({ startDay: '2026-02-23' });
    const { id: second } = await assign({ startDay: '2026-03-30', programId: 'ball-training' });
    expect(await reschedule(second, '2026-03-05', [2, 5])).toMatchObject({ endDay: '2026-03-11', weekdays: [2, 5] });
    expect(await reschedule(second, '2026-03-05', [2, 5])).toMatchObject({ startDay: '2026-03-05' });
    expect(await read()).toMatchObject({ current: { id: first, endDay: '2026-03-04' }, next: { id: second } });
    const lines = (await changesOf()).flat().filter((line) => line.startsWith('Rescheduled'));
    expect(lines).toEqual(['Rescheduled: from Thu, Mar 5, on Tue, Fri']);
  });

  it('end today, or at once when the program has not started', async () => {
    const { id: first } = await assign({ startDay: '2026-02-23' });
    const { id: second } = await assign({ startDay: '2026-03-16' });
    for (const id of [first, second, second, first]) {
      await coach.api.programs.endClientProgram({ coachId: coach.id, clientProgramId: id });
    }
    expect(await read()).toMatchObject({ current: { id: first, endDay: TODAY }, next: null });
    expect((await changesOf()).slice(0, 2).flat().sort()).toEqual(['Ended on Mon, Mar 2', 'Removed before it started']);
    test.setNow(new Date(`${addDays(TODAY, 1)}T20:00:00Z`));
    expect(await own()).toMatchObject({ current: null, next: null });
  });
});

it('a former client can still read, and is not notified', async () => {
  const { id } = await assign();
  await coach.api.clients.setClientStatus({ coachId: coach.id, clientId: client.clientId, status: 'archived' });
  const before = await notificationsOf(test, client);
  const { version } = await saveDraft(id, withDay(aProgram(), 0, lunges));
  await publish(id, version);
  expect(await own()).toMatchObject({ current: { id, version: 2 } });
  expect(await notificationsOf(test, client)).toEqual(before);
});
