import { randomUUID } from 'node:crypto';
import type { CheckIn, CheckInDraft } from '@stridewell/contract/checkins';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, createCoach, createUser } from '../../../seed/factories.ts';
import { type Caller, createTestApp, hashOfPassword, type TestApp } from '../../../test/app.ts';
import { newCheckIn } from '../../../test/security-cases-checkins.ts';
import { checkInTemplates, checkInTemplateVersions } from './checkins.table.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const OWN = '/rest/v1/check_ins/own';
const FORM = '/rest/v1/check_ins/form';
const DRAFT = '/rest/v1/check_ins/draft';

async function people() {
  const passwordHash = await hashOfPassword();
  const coach = await createCoach(test.owner, { passwordHash });
  const clientOf = async () => {
    const person = await createUser(test.owner, 'Client', { passwordHash });
    const { clientId } = await createClient(test.owner, coach.id, { person, acceptedAt: new Date() });
    return { person, personId: person.id, clientId, caller: await test.signIn(person.email) };
  };
  return { coach, coachCaller: await test.signIn(coach.email), client: await clientOf(), other: await clientOf() };
}

const draftOf = async (caller: Caller) => (await caller.get<{ draft: CheckInDraft | null }>(FORM)).body.draft;
const send = (caller: Caller, input: object) =>
  caller.send<CheckIn & { code?: string; data?: unknown }>('POST', '/rest/v1/check_ins', input);

/** A form that asks for photos, and an uploaded photo of `uploader`. */
async function askForPhotos(coachId: string) {
  const templateId = randomUUID();
  await test.owner
    .insert(checkInTemplates)
    .values({ coachId, id: templateId, name: 'With photos', version: 1, isDefault: true });
  const question = { id: 'look', type: 'photo', label: 'Photos', help: '', required: false, slots: ['front'] } as const;
  const questions = [{ ...question, slots: [...question.slots] }];
  await test.owner.insert(checkInTemplateVersions).values({ coachId, templateId, version: 1, questions });
  return templateId;
}

async function storePhoto(coachId: string, clientId: string, uploadedBy: string) {
  const id = randomUUID();
  await test.owner.execute(sql`insert into files
    (coach_id, id, client_id, uploaded_by, kind, purpose, name, content_type, status, bytes, width, height, sha256, created_at)
    values (${coachId}, ${id}, ${clientId}, ${uploadedBy}, 'image', 'photo', 'front.webp', 'image/webp', 'ready', 10, 1, 1,
    ${'0'.repeat(64)}, now())`);
  return id;
}

describe('a check-in draft', () => {
  it('is there on every device, the last one to save wins, and it ends when it is sent', async () => {
    const { client, other } = await people();
    expect(await draftOf(client.caller)).toBeNull();
    const draft = { ...newCheckIn(), answers: { note: 'from the phone' } };
    expect((await client.caller.send('POST', DRAFT, draft)).status).toBe(200);
    const later = { ...draft, answers: { note: 'from the laptop' } };
    const saved = await client.caller.send<{ savedAt: string }>('POST', DRAFT, later);
    expect(await draftOf(client.caller)).toEqual({ ...later, savedAt: saved.body.savedAt });
    expect(await draftOf(other.caller)).toBeNull();

    expect((await send(client.caller, { ...newCheckIn(), id: draft.id })).status).toBe(200);
    expect(await draftOf(client.caller)).toBeNull();
    // A save that was on its way while it was sent brings nothing back.
    expect((await client.caller.send('POST', DRAFT, later)).status).toBe(200);
    expect(await draftOf(client.caller)).toBeNull();
  });
});

describe('a check-in on two devices', () => {
  it('is not written over, nor sent, by the one that knows the older answers', async () => {
    const { client } = await people();
    const { caller } = client;
    const first = { ...newCheckIn(), answers: { note: 'from the phone' } };
    const phone = await caller.send<{ savedAt: string }>('POST', DRAFT, { ...first, basedOn: null });
    const newer = { ...first, answers: { note: 'from the laptop' } };
    const laptop = await caller.send<{ savedAt: string }>('POST', DRAFT, { ...newer, basedOn: phone.body.savedAt });
    expect(laptop.status).toBe(200);

    for (const basedOn of [null, phone.body.savedAt]) {
      const older = { ...first, answers: { note: 'typed in the gym' }, basedOn };
      const refused = await caller.send<{ data: unknown }>('POST', DRAFT, older);
      expect(refused).toMatchObject({ status: 409, body: { code: 'DRAFT_NEWER' } });
      expect(refused.body.data).toEqual({ draft: { ...newer, savedAt: laptop.body.savedAt } });
      expect(await send(caller, older)).toMatchObject({ status: 409, body: { code: 'DRAFT_NEWER' } });
    }
    expect(await draftOf(caller)).toEqual({ ...newer, savedAt: laptop.body.savedAt });
    // The answer to a save may be lost: the same again is harmless.
    expect((await caller.send('POST', DRAFT, { ...newer, basedOn: null })).status).toBe(200);
  });

  it('keeps the first of several devices that save at once, and tells the others', async () => {
    const { client } = await people();
    const drafts = Array.from({ length: 6 }, (_, device) => ({
      ...newCheckIn(),
      answers: { note: `typed on ${device}` },
      basedOn: null,
    }));
    const answers = await Promise.all(drafts.map((draft) => client.caller.send('POST', DRAFT, draft)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const kept = drafts[answers.findIndex(({ status }) => status === 200)];
    expect(await draftOf(client.caller)).toMatchObject({ id: kept?.id, answers: kept?.answers });
  });

  it('tells the second to send it that it was sent with other answers, and keeps the first', async () => {
    const { client } = await people();
    const input = { ...newCheckIn(), basedOn: null };
    expect((await send(client.caller, input)).status).toBe(200);
    expect((await send(client.caller, input)).status).toBe(200);
    const other = { ...input, answers: { ...input.answers, note: 'From the other one' } };
    expect(await send(client.caller, other)).toMatchObject({ status: 409, body: { code: 'SENT_BEFORE' } });
    const { body } = await client.caller.get<{ checkIns: CheckIn[] }>(OWN);
    expect(body.checkIns).toHaveLength(1);
    expect(body.checkIns[0]?.answers).not.toMatchObject({ note: 'From the other one' });
  });
});

describe('what waited on a device', () => {
  it('is refused in the session of anybody else', async () => {
    const { client, other } = await people();
    const of = (userId: string) => ({ 'x-user-id': userId });
    const input = newCheckIn();
    const refused = await other.caller.send('POST', '/rest/v1/check_ins', input, of(client.personId));
    expect(refused).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
    expect((await client.caller.send('POST', '/rest/v1/check_ins', input, of(client.personId))).status).toBe(200);
    expect((await other.caller.get<{ checkIns: CheckIn[] }>(OWN)).body.checkIns).toEqual([]);
  });
});

describe('a check-in that is sent again and again', () => {
  it('is one, also when five come at once', async () => {
    const { client } = await people();
    const input = newCheckIn();
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(client.caller, input)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const { body } = await client.caller.get<{ checkIns: CheckIn[] }>(OWN);
    expect(body.checkIns.map(({ id }) => id)).toEqual([input.id]);
  });
});

describe('photos of a check-in', () => {
  it('are kept with it, once, and only those of the client', async () => {
    const { coach, client, other } = await people();
    const templateId = await askForPhotos(coach.id);
    const withPhoto = (fileId: string, id: string = randomUUID()) => ({
      id,
      templateId,
      version: 1,
      answers: { look: [{ slot: 'front', fileId }] },
    });
    const own = await storePhoto(coach.id, client.clientId, client.personId);
    const foreign = await storePhoto(coach.id, other.clientId, other.personId);
    for (const fileId of [foreign, randomUUID()]) {
      const refused = await send(client.caller, withPhoto(fileId));
      expect(refused).toMatchObject({ status: 422, body: { code: 'ANSWERS_INVALID' } });
      expect(refused.body.data).toEqual({ problems: { look: 'A photo did not arrive. Please add it again.' } });
    }
    expect((await client.caller.get<{ checkIns: CheckIn[] }>(OWN)).body.checkIns).toEqual([]);

    const input = withPhoto(own);
    const twice = await Promise.all([send(client.caller, input), send(client.caller, input)]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    const kept = await test.owner.execute(sql`select id from files where attached_at is not null
      and coach_id = ${coach.id}`);
    expect(kept.rows).toEqual([{ id: own }]);
    expect((await send(client.caller, withPhoto(own))).status).toBe(422);
  });
});

describe('the history of a client', () => {
  it('has the reply of the coach and whether it was read, and nothing of others', async () => {
    const { coach, coachCaller, client, other } = await people();
    const input = newCheckIn();
    await send(client.caller, input);
    await send(other.caller, newCheckIn());
    const before = await client.caller.get(OWN);
    expect(before.body).toMatchObject({ checkIns: [{ id: input.id, reviewedAt: null, reply: null }] });
    const review = (reply: { id: string; body: string } | null) =>
      coachCaller.send('POST', `/rest/v1/check_ins/${input.id}/review`, { coachId: coach.id, reply });
    expect((await review(null)).status).toBe(200);
    expect((await review({ id: randomUUID(), body: 'Well done' })).status).toBe(200);
    const after = await client.caller.get<{ checkIns: CheckIn[] }>(OWN);
    expect(after.body.checkIns).toMatchObject([{ id: input.id, reply: { body: 'Well done' } }]);
    expect(after.body.checkIns[0]?.reviewedAt).not.toBeNull();
  });
});

describe('a draft for a former coach', () => {
  const LIST = '/rest/v1/check_ins/drafts';
  const draftsOf = async (caller: Caller) =>
    (await caller.get<{ drafts: { id: string; coachId: string }[] }>(LIST)).body.drafts;
  const archive = (coachId: string, clientId: string) =>
    test.owner.execute(sql`update client_coach_relationships set status = 'archived'
      where coach_id = ${coachId} and client_id = ${clientId}`);

  it('is read as it was asked and deleted by its person alone, and never goes to the next coach', async () => {
    const { coach, coachCaller, client, other } = await people();
    const templateId = await askForPhotos(coach.id);
    const draft = { id: randomUUID(), templateId, version: 1, answers: {}, coachId: coach.id };
    expect((await client.caller.send('POST', DRAFT, draft)).status).toBe(200);
    await archive(coach.id, client.clientId);
    for (const path of ['/rest/v1/check_ins', DRAFT]) {
      expect(await client.caller.send('POST', path, draft)).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN', message: 'You are not working together at the moment.' },
      });
    }

    const next = await createCoach(test.owner, { passwordHash: await hashOfPassword() });
    await createClient(test.owner, next.id, { person: client.person, acceptedAt: new Date() });
    for (const path of ['/rest/v1/check_ins', DRAFT]) {
      const answer = await client.caller.send('POST', path, { ...newCheckIn(), coachId: coach.id });
      expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
    expect(await draftOf(client.caller)).toBeNull();
    const { coachId, ...content } = draft;
    expect(await draftsOf(client.caller)).toEqual([
      expect.objectContaining({
        ...content,
        coachId,
        coachName: coach.name,
        form: expect.objectContaining({ templateId, version: 1, name: 'With photos' }),
      }),
    ]);
    for (const caller of [other.caller, coachCaller]) {
      expect(await draftsOf(caller)).toEqual([]);
      expect((await caller.send('DELETE', `${LIST}/${draft.id}`, {})).status).toBe(200);
    }
    expect(await draftsOf(client.caller)).toHaveLength(1);
    for (let times = 0; times < 2; times += 1) {
      expect((await client.caller.send('DELETE', `${LIST}/${draft.id}`, {})).status).toBe(200);
    }
    expect(await draftsOf(client.caller)).toEqual([]);
  });

  it('is none once it was sent', async () => {
    const { coach, client } = await people();
    const draft = { ...newCheckIn(), coachId: coach.id };
    await client.caller.send('POST', DRAFT, draft);
    expect((await draftsOf(client.caller)).map(({ id }) => id)).toEqual([draft.id]);
    expect((await send(client.caller, draft)).status).toBe(200);
    await client.caller.send('POST', DRAFT, draft);
    expect(await draftsOf(client.caller)).toEqual([]);
  });
});
