import { randomUUID } from 'node:crypto';
import type { Question } from '@stridewell/contract/checkins/checkins.forms.rules';
import { dayInZone } from '@stridewell/contract/time';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countStatements, outcomesOf } from '../../../test/api.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aPhoto } from '../../../test/factories/records.ts';
import {
  aClient,
  aCoach,
  aTemplate,
  type Client,
  type Coach,
  notificationsOf,
  updateRelationship,
} from '../../../test/people.ts';
import { newCheckIn } from '../../../test/security-cases-checkins.ts';

let test: TestApp;
let coach: Coach;
let client: Client;
let other: Client;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test);
  [client, other] = [await aClient(test, { of: coach }), await aClient(test, { of: coach })];
});

type Input = Parameters<Client['api']['checkins']['submitCheckIn']>[0];
const submit = (input: Input, { api } = client) => api.checkins.submitCheckIn(input);
const log = (input: Input, { clientId } = client) =>
  coach.api.checkins.logCheckIn({ ...input, coachId: coach.id, clientId, day: '2026-02-02' });
const correct = ({ id, answers }: Input, note: string) =>
  client.api.checkins.correctCheckIn({ id, answers: { ...answers, note } });
const rowsOf = async (table: 'check_ins' | 'check_in_drafts' | 'events') =>
  (
    await test.owner.execute(sql`select * from ${sql.identifier(table)} t where coach_id = ${coach.id}
      and not (to_jsonb(t) @> '{"type": "client.accepted"}')`)
  ).rows;
/** The clients of the coach no longer have a seat. */
const closeSeats = () =>
  test.owner.execute(sql`update client_coach_relationships set accepted_at = now() + interval '1 day'
    where coach_id = ${coach.id}`);
const photoQuestion: Question = {
  id: 'look',
  type: 'photo',
  label: 'Photos',
  help: '',
  required: false,
  slots: ['front'],
};
/** Answers with a photo to a form that asks for one. */
async function withPhoto(): Promise<Input> {
  const templateId = await aTemplate(test, { of: coach, questions: [photoQuestion] });
  const fileId = await aPhoto(test, { by: client });
  return { id: randomUUID(), templateId, version: 1, answers: { look: [{ slot: 'front', fileId }] } };
}

describe('a submitted check-in', () => {
  it('is recorded once and announced to the coach once, also when five requests arrive at once', async () => {
    const input = newCheckIn();
    const sent = await Promise.all(Array.from({ length: 5 }, () => submit(input)));
    expect(new Set(sent.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await submit(input)).toEqual(sent[0]);
    const day = dayInZone(new Date(), coach.timeZone);
    expect(await rowsOf('events')).toMatchObject([
      {
        type: 'checkin.submitted',
        subject_id: input.id,
        client_id: client.clientId,
        actor: 'client',
        data: { day, adherence: 90, weighed: true },
      },
    ]);
    expect(await notificationsOf(test, coach)).toMatchObject([
      {
        type: 'check_in_completed',
        title: 'New check-in',
        message: `${client.name} sent a check-in.`,
        metadata: { client_id: client.clientId, coach_id: coach.id, check_in_id: input.id },
      },
    ]);
  });

  it('is stored once with its photo when both devices send it at once', async () => {
    const input = { ...(await withPhoto()), basedOn: null };
    const [first, second] = await Promise.all([submit(input), submit(input)]);
    expect(second).toEqual(first);
    expect(await submit(input)).toEqual(first);
    expect(await rowsOf('check_ins')).toHaveLength(1);
  });

  it('keeps the first answers when it is sent again with others by a device that knows no draft', async () => {
    const input = newCheckIn();
    const first = await submit(input);
    expect(await submit({ ...input, answers: { weight: 90 } })).toEqual(first);
  });

  it('gives one of two devices that send other answers at once a refusal', async () => {
    const input = { ...newCheckIn(), basedOn: null };
    const changed = { ...input, answers: { ...input.answers, note: 'From the other one' } };
    expect((await outcomesOf([submit(input), submit(changed)])).sort()).toEqual(['OK', 'SENT_BEFORE']);
    expect(await rowsOf('events')).toHaveLength(1);
  });

  it('ends a draft that was saved after it, when it is sent again', async () => {
    const input = newCheckIn();
    await submit(input);
    await client.api.checkins.saveCheckInDraft(input);
    expect(await rowsOf('check_in_drafts')).toHaveLength(1);
    await submit(input);
    expect(await rowsOf('check_in_drafts')).toEqual([]);
  });

  it('answers a repeated request after the seat is gone, and refuses a new one', async () => {
    const input = newCheckIn();
    const sent = await submit(input);
    await test.owner.execute(sql`update users set plan = 'base' where id = ${coach.id}`);
    await closeSeats();
    for (let seat = 0; seat < 5; seat += 1) await aClient(test, { of: coach, acceptedAt: new Date('2026-01-01') });
    expect(await submit(input)).toEqual(sent);
    await expect(submit(newCheckIn())).rejects.toMatchObject({ code: 'COACH_PLAN_FULL' });
    await expect(correct(input, 'Later')).rejects.toMatchObject({ code: 'COACH_PLAN_FULL' });
    expect(await rowsOf('events')).toHaveLength(1);
  });

  it('takes no id of the check-in of another client, and leaves that one alone', async () => {
    const input = await withPhoto();
    const theirs = await submit({ ...newCheckIn(), id: input.id }, other);
    await expect(submit(input)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(log({ ...newCheckIn(), id: input.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { checkIns } = await other.api.checkins.listOwnCheckIns();
    expect(checkIns).toMatchObject([theirs]);
    expect(await rowsOf('check_ins')).toHaveLength(1);
    // The photo is unused, so that the client can send it with another id.
    expect(await submit({ ...input, id: randomUUID() })).toMatchObject({ answers: input.answers });
  });

  it('names a newer draft before what else is wrong with the check-in', async () => {
    const draft = newCheckIn();
    await client.api.checkins.saveCheckInDraft(draft);
    const wrong = { ...newCheckIn(), answers: { weight: 9999 }, basedOn: null };
    await expect(submit(wrong)).rejects.toMatchObject({ code: 'DRAFT_NEWER', data: { draft } });
    await expect(submit({ ...wrong, basedOn: undefined })).rejects.toMatchObject({ code: 'ANSWERS_INVALID' });
  });
});

describe('a logged check-in', () => {
  it('is recorded as the work of the coach, at noon of its day, without a notification', async () => {
    const input = newCheckIn();
    const logged = await log(input);
    expect(dayInZone(new Date(logged.submittedAt), coach.timeZone)).toBe('2026-02-02');
    const data = { day: '2026-02-02', adherence: 90, weighed: true };
    expect(await rowsOf('events')).toMatchObject([{ type: 'checkin.submitted', actor: 'coach', data }]);
    expect(await notificationsOf(test, coach)).toEqual([]);
  });

  it('answers a repeated request after the coaching has ended', async () => {
    const input = newCheckIn();
    const logged = await log(input);
    await updateRelationship(test, client, { status: 'ended' });
    expect(await log(input)).toEqual(logged);
    await expect(log(newCheckIn())).rejects.toMatchObject({ code: 'NOT_A_CLIENT' });
    await expect(log(newCheckIn(), { ...client, clientId: randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the figures of a relationship', () => {
  it('follow check-ins that are submitted, logged and corrected at once', async () => {
    const [sent, logged] = [newCheckIn(), newCheckIn()];
    await submit(sent);
    const low = { ...newCheckIn(), answers: { ...sent.answers, adherence: 20 } };
    await Promise.all([submit(low), log(logged), correct(sent, 'Corrected')]);
    const { rows } = await test.owner.execute(sql`select latest_adherence, last_check_in_day::text as day
      from client_coach_relationships where coach_id = ${coach.id} and client_id = ${client.clientId}`);
    expect(rows).toEqual([{ latest_adherence: 20, day: dayInZone(new Date(), coach.timeZone) }]);
  });
});

it('costs a fixed number of statements to submit, repeat, log and correct', async () => {
  const plain = newCheckIn();
  const full = { ...(await withPhoto()), basedOn: null };
  const counted = {
    submit: await countStatements(() => submit(plain)),
    repeat: await countStatements(() => submit(plain)),
    submitWithDraftAndPhoto: await countStatements(() => submit(full)),
    repeatWithDraftAndPhoto: await countStatements(() => submit(full)),
    log: await countStatements(() => log(newCheckIn())),
    correct: await countStatements(() => correct(plain, 'Changed')),
    repeatCorrection: await countStatements(() => correct(plain, 'Changed')),
  };
  expect(counted).toEqual({
    submit: 9,
    repeat: 3,
    submitWithDraftAndPhoto: 12,
    repeatWithDraftAndPhoto: 3,
    log: 6,
    correct: 6,
    repeatCorrection: 2,
  });
});
