import { randomUUID } from 'node:crypto';
import type { Answers, Question } from '@stridewell/contract/checkins/checkins.forms.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { someCheckIns } from '../../../test/factories/records.ts';
import { aClient, aCoach, aTemplate, type Client, type Coach, type Pair, type Person } from '../../../test/people.ts';
import { blackPng, uploadFile } from '../../../test/uploads.ts';

const QUESTIONS: Question[] = [
  { id: 'looks', type: 'photo', label: 'Photos', help: '', required: false, slots: ['front', 'side'] },
  { id: 'body', type: 'measurements', label: 'Body', help: '', required: false, sites: ['waist', 'arm'] },
];

const today = dayInZone(new Date(), 'UTC');

let test: TestApp;
let coach: Coach;
let client: Client;
let pair: Pair;
let templateId: string;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test, { timeZone: 'UTC' });
  client = await aClient(test, { of: coach });
  pair = { coachId: coach.id, clientId: client.clientId };
  templateId = await aTemplate(test, { of: coach, isDefault: true, questions: QUESTIONS });
});

async function upload({ caller }: Person, purpose = 'photo', { coachId, clientId } = pair) {
  const id = randomUUID();
  const { status } = await uploadFile(test, caller, blackPng(40, 30), { coachId, clientId, id, purpose });
  expect(status).toBe(200);
  return id;
}

const log = (answers: Answers, day = today) =>
  coach.api.checkins.logCheckIn({ ...pair, templateId, version: 1, id: randomUUID(), day, answers });
const submit = (answers: Answers, id = randomUUID()) =>
  client.api.checkins.submitCheckIn({ templateId, version: 1, id, answers });
const front = (fileId: string): Answers => ({ looks: [{ slot: 'front', fileId }] });
const list = (cursor?: string) => coach.api.progress.listPhotos({ ...pair, cursor });
const ANSWERS_INVALID = { code: 'ANSWERS_INVALID' };
const NOT_FOUND = { code: 'NOT_FOUND' };
const isAttached = async (id: string) =>
  (await test.owner.execute(sql`select 1 from files where id = ${id} and attached_at is not null`)).rows.length === 1;

describe('photos of check-ins', () => {
  it('are stored, and listed newest first with the side they show', async () => {
    const [byCoach, byClient] = [await upload(coach), await upload(client)];
    await log(front(byCoach), addDays(today, -7));
    await submit(front(byClient));
    await log({ body: { waist: 80 } });
    expect(await list()).toMatchObject({
      days: [
        { day: today, photos: [{ slot: 'front', fileId: byClient }] },
        { day: addDays(today, -7), photos: [{ slot: 'front', fileId: byCoach }] },
      ],
    });
    expect([await isAttached(byCoach), await isAttached(byClient)]).toEqual([true, true]);
  });

  it('are refused when used, missing, of another client or side, or for another purpose', async () => {
    const other = await aClient(test, { of: coach });
    const otherCoach = await aCoach(test);
    const stranger = await aClient(test, { of: otherCoach });
    const used = await upload(coach);
    await log(front(used));
    for (const fileId of [
      await upload(coach, 'photo', other),
      await upload(otherCoach, 'photo', stranger),
      await upload(client),
      await upload(coach, 'message'),
      used,
      randomUUID(),
    ]) {
      await expect(log(front(fileId))).rejects.toMatchObject(ANSWERS_INVALID);
    }
    await expect(submit(front(await upload(coach)))).rejects.toMatchObject(ANSWERS_INVALID);
    expect((await list()).days).toHaveLength(1);
  });

  it('are stored once for a check-in that is sent twice concurrently', async () => {
    const [fileId, id] = [await upload(client), randomUUID()];
    await Promise.all([submit(front(fileId), id), submit(front(fileId), id)]);
    expect((await list()).days).toHaveLength(1);
  });

  it('are listed in pages', async () => {
    const photo = sql`jsonb_build_object('slot', 'front', 'fileId', gen_random_uuid())`;
    await someCheckIns(test, {
      of: pair,
      count: 30,
      templateId,
      templateVersion: 1,
      answers: sql`jsonb_build_object('looks', jsonb_build_array(${photo}))`,
    });
    const first = await list();
    expect(first.days).toHaveLength(24);
    const second = await list(first.nextCursor ?? '');
    expect(second).toMatchObject({ nextCursor: null });
    const days = [...first.days, ...second.days].map(({ day }) => day);
    expect(days).toEqual([...new Set(days)].sort().reverse());
    expect(days).toHaveLength(30);
  });
});

it('shows measurements of check-ins beside separate ones, which take precedence', async () => {
  await log({ body: { waist: 80, arm: 30 } });
  await log({ body: { waist: 82 } }, addDays(today, -7));
  await coach.api.progress.saveMeasurements({ ...pair, day: today, values: { waist: 79 } });
  const { measurements } = await coach.api.progress.getProgress(pair);
  expect(measurements).toHaveLength(3);
  expect(measurements).toEqual(
    expect.arrayContaining([
      { kind: 'waist', day: addDays(today, -7), value: 82, source: 'check_in' },
      { kind: 'waist', day: today, value: 79, source: 'coach' },
      { kind: 'arm', day: today, value: 30, source: 'check_in' },
    ]),
  );
});

describe('the photo of a client', () => {
  const setPhoto = (fileId: string | null) => coach.api.clients.setClientPhoto({ ...pair, fileId });

  it('appears in lists, conversations and the record, and replaces the previous one', async () => {
    const [first, second] = [await upload(coach, 'avatar'), await upload(coach, 'avatar')];
    for (const fileId of [first, first, second]) expect(await setPhoto(fileId)).toEqual({ photoId: fileId });
    const { clients, messages, records } = coach.api;
    const shown = [{ photoId: second }];
    expect(await clients.listClients({ coachId: coach.id })).toMatchObject({ clients: shown });
    expect(await messages.listConversations({ coachId: coach.id })).toMatchObject({ conversations: shown });
    const record = await records.getClientRecord(pair);
    expect(record).toMatchObject({ photoId: second, onboarding: { photo: true } });
    expect([await isAttached(first), await isAttached(second)]).toEqual([false, true]);
    expect(await setPhoto(null)).toEqual({ photoId: null });
    expect(await isAttached(second)).toBe(false);
  });

  it('cannot belong to another client or have another purpose', async () => {
    const otherCoach = await aCoach(test);
    const stranger = await aClient(test, { of: otherCoach });
    for (const fileId of [
      await upload(otherCoach, 'avatar', stranger),
      await upload(client, 'avatar'),
      await upload(coach, 'message'),
    ]) {
      await expect(setPhoto(fileId)).rejects.toMatchObject(NOT_FOUND);
    }
  });
});
