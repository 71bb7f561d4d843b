import { randomUUID } from 'node:crypto';
import type { CheckIn } from '@stridewell/contract/checkins';
import type { Question } from '@stridewell/contract/checkins.forms.rules';
import type { ClientSummary } from '@stridewell/contract/clients';
import type { Conversation } from '@stridewell/contract/messages';
import type { Measurement, PhotoDay } from '@stridewell/contract/progress';
import type { StoredRecord } from '@stridewell/contract/records';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, createCoach, createUser } from '../../../seed/factories.ts';
import { type Caller, createTestApp, hashOfPassword, type TestApp } from '../../../test/app.ts';
import { blackPng, uploadFile } from '../../../test/uploads.ts';
import { checkInTemplates, checkInTemplateVersions } from '../checkins/checkins.table.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const QUESTIONS: Question[] = [
  { id: 'looks', type: 'photo', label: 'Photos', help: '', required: false, slots: ['front', 'side'] },
  { id: 'body', type: 'measurements', label: 'Body', help: '', required: false, sites: ['waist', 'arm'] },
];

async function pair() {
  const passwordHash = await hashOfPassword();
  const coach = await createCoach(test.owner, { passwordHash, timeZone: 'UTC' });
  const person = await createUser(test.owner, 'Client', { passwordHash });
  const { clientId } = await createClient(test.owner, coach.id, { person, checkInAnchor: '2026-01-05' });
  const templateId = randomUUID();
  const form = { coachId: coach.id, name: 'Photos', version: 1, isDefault: true };
  await test.owner.insert(checkInTemplates).values({ ...form, id: templateId });
  await test.owner
    .insert(checkInTemplateVersions)
    .values({ coachId: coach.id, templateId, version: 1, questions: QUESTIONS });
  const [asCoach, asClient] = [await test.signIn(coach.email), await test.signIn(person.email)];
  return { coachId: coach.id, clientId, templateId, asCoach, asClient };
}
type Pair = Awaited<ReturnType<typeof pair>>;
type Refused = { code?: string };

async function upload({ coachId, clientId }: Pair, caller: Caller, purpose = 'photo') {
  const id = randomUUID();
  expect((await uploadFile(test, caller, blackPng(40, 30), { coachId, clientId, id, purpose })).status).toBe(200);
  return id;
}

const today = dayInZone(new Date(), 'UTC');
const log = (of: Pair, answers: object, { id = randomUUID(), day = today } = {}) =>
  of.asCoach.send<CheckIn & Refused>('POST', `/rest/v1/clients/${of.clientId}/check_ins`, {
    ...{ coachId: of.coachId, templateId: of.templateId, version: 1, id, day, answers },
  });
const send = (of: Pair, answers: object, id = randomUUID()) =>
  of.asClient.send<CheckIn & Refused>('POST', '/rest/v1/check_ins', {
    templateId: of.templateId,
    version: 1,
    id,
    answers,
  });
const front = (fileId: string) => ({ looks: [{ slot: 'front', fileId }] });
const photosOf = async ({ coachId, clientId, asCoach }: Pair, cursor?: string) => {
  const query = new URLSearchParams({ coachId, ...(cursor && { cursor }) });
  return (
    await asCoach.get<{ days: PhotoDay[]; nextCursor: string | null }>(`/rest/v1/clients/${clientId}/photos?${query}`)
  ).body;
};
const isAttached = async (id: string) =>
  (await test.owner.execute(sql`select 1 from files where id = ${id} and attached_at is not null`)).rows.length === 1;

describe('photos of check-ins', () => {
  it('stay from then on, and are listed newest first with the side they show', async () => {
    const of = await pair();
    const [mine, theirs] = [await upload(of, of.asCoach), await upload(of, of.asClient)];
    expect((await log(of, front(mine), { day: addDays(today, -7) })).status).toBe(200);
    expect((await send(of, front(theirs))).status).toBe(200);
    expect((await log(of, { body: { waist: 80 } })).status).toBe(200);
    expect((await photosOf(of)).days).toMatchObject([
      { day: today, photos: [{ slot: 'front', fileId: theirs }] },
      { day: addDays(today, -7), photos: [{ slot: 'front', fileId: mine }] },
    ]);
    expect([await isAttached(mine), await isAttached(theirs)]).toEqual([true, true]);
  });

  it("are refused when they are another client's, the other side's, for something else, used, or not there", async () => {
    const [of, stranger] = [await pair(), await pair()];
    const other = await createClient(test.owner, of.coachId, { person: await createUser(test.owner, 'Client') });
    const used = await upload(of, of.asCoach);
    expect((await log(of, front(used))).status).toBe(200);
    const refused = [
      await upload({ ...of, clientId: other.clientId }, of.asCoach),
      await upload(stranger, stranger.asCoach),
      await upload(of, of.asClient),
      await upload(of, of.asCoach, 'message'),
      used,
      randomUUID(),
    ];
    for (const fileId of refused) {
      expect(await log(of, front(fileId))).toMatchObject({ status: 422, body: { code: 'ANSWERS_INVALID' } });
    }
    expect((await send(of, front(await upload(of, of.asCoach)))).status).toBe(422);
    expect((await photosOf(of)).days).toHaveLength(1);
  });

  it('sent twice at once are one check-in', async () => {
    const of = await pair();
    const [fileId, id] = [await upload(of, of.asClient), randomUUID()];
    const answers = await Promise.all([send(of, front(fileId), id), send(of, front(fileId), id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await photosOf(of)).days).toHaveLength(1);
  });

  it('come in pages', async () => {
    const of = await pair();
    await test.owner.execute(sql`insert into check_ins (coach_id, id, client_id, day, submitted_at, template_id,
      template_version, answers) select ${of.coachId}, gen_random_uuid(), ${of.clientId}, '2026-01-05'::date + n,
      '2026-01-05T12:00:00Z'::timestamptz + n * interval '1 day', ${of.templateId}, 1,
      jsonb_build_object('looks', jsonb_build_array(jsonb_build_object('slot', 'front', 'fileId', gen_random_uuid())))
      from generate_series(1, 30) n`);
    const first = await photosOf(of);
    expect(first.days).toHaveLength(24);
    const second = await photosOf(of, first.nextCursor ?? '');
    expect(second).toMatchObject({ nextCursor: null });
    const days = [...first.days, ...second.days].map(({ day }) => day);
    expect(days).toEqual([...new Set(days)].sort().reverse());
    expect(days).toHaveLength(30);
  });
});

it('shows measurements of check-ins beside those that were measured, which go first', async () => {
  const of = await pair();
  const path = `/rest/v1/clients/${of.clientId}`;
  await log(of, { body: { waist: 80, arm: 30 } });
  await log(of, { body: { waist: 82 } }, { day: addDays(today, -7) });
  await of.asCoach.send('POST', `${path}/measurements`, { coachId: of.coachId, day: today, values: { waist: 79 } });
  const { body } = await of.asCoach.get<{ measurements: Measurement[] }>(`${path}/progress?coachId=${of.coachId}`);
  expect(body.measurements).toHaveLength(3);
  expect(body.measurements).toEqual(
    expect.arrayContaining([
      { kind: 'waist', day: addDays(today, -7), value: 82, source: 'check_in' },
      { kind: 'waist', day: today, value: 79, source: 'coach' },
      { kind: 'arm', day: today, value: 30, source: 'check_in' },
    ]),
  );
});

describe('the photo of a client', () => {
  const show = ({ coachId, clientId, asCoach }: Pair, fileId: string | null) =>
    asCoach.send<Refused>('PATCH', `/rest/v1/clients/${clientId}/photo`, { coachId, fileId });

  it('is in lists, conversations and the record; the one before is let go', async () => {
    const of = await pair();
    const [first, second] = [await upload(of, of.asCoach, 'avatar'), await upload(of, of.asCoach, 'avatar')];
    for (const fileId of [first, first, second]) expect((await show(of, fileId)).status).toBe(200);
    const query = `coachId=${of.coachId}`;
    const list = await of.asCoach.get<{ clients: ClientSummary[] }>(`/rest/v1/client_coach_relationships?${query}`);
    expect(list.body.clients).toMatchObject([{ photoId: second }]);
    const talks = await of.asCoach.get<{ conversations: Conversation[] }>(`/rest/v1/conversations?${query}`);
    expect(talks.body.conversations).toMatchObject([{ photoId: second }]);
    const record = await of.asCoach.get<StoredRecord>(`/rest/v1/clients/${of.clientId}/record?${query}`);
    expect(record.body).toMatchObject({ photoId: second, onboarding: { photo: true } });
    expect([await isAttached(first), await isAttached(second)]).toEqual([false, true]);
    expect((await show(of, null)).status).toBe(200);
    expect(await isAttached(second)).toBe(false);
  });

  it("cannot be another client's, or one that was sent for something else", async () => {
    const [of, stranger] = [await pair(), await pair()];
    const refused = [
      await upload(stranger, stranger.asCoach, 'avatar'),
      await upload(of, of.asClient, 'avatar'),
      await upload(of, of.asCoach, 'message'),
    ];
    for (const fileId of refused) expect((await show(of, fileId)).status).toBe(404);
    expect((await show({ ...of, clientId: stranger.clientId }, null)).status).toBe(404);
  });
});
