import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aPhoto } from '../../../test/factories/records.ts';
import {
  aClient,
  aCoach,
  aTemplate,
  type Client,
  type Coach,
  type Person,
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
  const options = { of: coach, acceptedAt: new Date(), checkInAnchor: null };
  [client, other] = [await aClient(test, options), await aClient(test, options)];
});

type Input = Parameters<Client['api']['checkins']['submitCheckIn']>[0];
const draftOf = async ({ api }: Client) => (await api.checkins.getCheckInForm()).draft;
const saveDraft = (input: Input, { api } = client) => api.checkins.saveCheckInDraft(input);
const submit = (input: Input, { api } = client) => api.checkins.submitCheckIn(input);
const historyOf = async ({ api }: Client) => (await api.checkins.listOwnCheckIns()).checkIns;
const answering = (note: string, changes: Partial<Input> = {}): Input => ({
  ...newCheckIn(),
  answers: { note },
  ...changes,
});
const NOT_FOUND = { code: 'NOT_FOUND' };
const DRAFT_NEWER = { code: 'DRAFT_NEWER' };

/** The default form of the coach, which asks for photos. */
const askForPhotos = () =>
  aTemplate(test, {
    of: coach,
    name: 'With photos',
    isDefault: true,
    questions: [{ id: 'look', type: 'photo', label: 'Photos', help: '', required: false, slots: ['front'] }],
  });

describe('a check-in draft', () => {
  it('is on every device, keeps the last save, and ends when the check-in is sent', async () => {
    expect(await draftOf(client)).toBeNull();
    const draft = answering('from the phone');
    await saveDraft(draft);
    const later = { ...draft, answers: { note: 'from the laptop' } };
    const { savedAt } = await saveDraft(later);
    expect(await draftOf(client)).toEqual({ ...later, savedAt });
    expect(await draftOf(other)).toBeNull();

    await submit({ ...newCheckIn(), id: draft.id });
    expect(await draftOf(client)).toBeNull();
    // A save that arrives after the check-in does not restore the draft.
    await saveDraft(later);
    expect(await draftOf(client)).toBeNull();
  });
});

describe('a check-in on two devices', () => {
  it('is neither overwritten nor sent by the device with the older answers', async () => {
    const first = answering('from the phone');
    const phone = await saveDraft({ ...first, basedOn: null });
    const newer = { ...first, answers: { note: 'from the laptop' } };
    const { savedAt } = await saveDraft({ ...newer, basedOn: phone.savedAt });
    const refusal = { ...DRAFT_NEWER, data: { draft: { ...newer, savedAt } } };
    for (const basedOn of [null, phone.savedAt]) {
      const older = { ...first, answers: { note: 'typed in the gym' }, basedOn };
      await expect(saveDraft(older)).rejects.toMatchObject(refusal);
      await expect(submit(older)).rejects.toMatchObject(DRAFT_NEWER);
    }
    expect(await draftOf(client)).toEqual({ ...newer, savedAt });
    // Repeating a save whose answer was lost is harmless.
    await saveDraft({ ...newer, basedOn: null });
  });

  it('keeps the first of several concurrent drafts and refuses the others', async () => {
    const drafts = Array.from({ length: 6 }, (_, device) => answering(`typed on ${device}`, { basedOn: null }));
    const outcomes = await outcomesOf(drafts.map((draft) => saveDraft(draft)));
    expect([...outcomes].sort()).toEqual([...Array(5).fill(DRAFT_NEWER.code), 'OK']);
    const kept = drafts[outcomes.indexOf('OK')];
    expect(await draftOf(client)).toMatchObject({ id: kept?.id, answers: kept?.answers });
  });

  it('refuses to be sent again with other answers, and keeps the first', async () => {
    const input = { ...newCheckIn(), basedOn: null };
    await submit(input);
    await submit(input);
    const changed = { ...input, answers: { ...input.answers, note: 'From the other one' } };
    await expect(submit(changed)).rejects.toMatchObject({ code: 'SENT_BEFORE' });
    const sent = await historyOf(client);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.answers).not.toMatchObject({ note: 'From the other one' });
  });
});

describe('a check-in that waited on a device', () => {
  it('is refused in the session of another person', async () => {
    const [input, headers] = [newCheckIn(), { 'x-user-id': client.id }];
    const refused = await other.caller.send('POST', '/rest/v1/check_ins', input, headers);
    expect(refused).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
    expect((await client.caller.send('POST', '/rest/v1/check_ins', input, headers)).status).toBe(200);
    expect(await historyOf(other)).toEqual([]);
  });
});

describe('a check-in that is sent again and again', () => {
  it('is stored once for five concurrent requests', async () => {
    const input = newCheckIn();
    await Promise.all(Array.from({ length: 5 }, () => submit(input)));
    expect((await historyOf(client)).map(({ id }) => id)).toEqual([input.id]);
  });
});

describe('photos of a check-in', () => {
  it('are stored with it once, and only the client’s own', async () => {
    const templateId = await askForPhotos();
    const withPhoto = (fileId: string) => ({
      id: randomUUID(),
      templateId,
      version: 1,
      answers: { look: [{ slot: 'front' as const, fileId }] },
    });
    const [own, foreign] = [await aPhoto(test, { by: client }), await aPhoto(test, { by: other })];
    const problems = { look: 'A photo did not arrive. Please add it again.' };
    for (const fileId of [foreign, randomUUID()]) {
      await expect(submit(withPhoto(fileId))).rejects.toMatchObject({ code: 'ANSWERS_INVALID', data: { problems } });
    }
    expect(await historyOf(client)).toEqual([]);

    const input = withPhoto(own);
    await Promise.all([submit(input), submit(input)]);
    const kept = await test.owner.execute(sql`select id from files where attached_at is not null
      and coach_id = ${coach.id}`);
    expect(kept.rows).toEqual([{ id: own }]);
    await expect(submit(withPhoto(own))).rejects.toMatchObject({ code: 'ANSWERS_INVALID' });
  });
});

describe('the history of a client', () => {
  it('has the coach’s reply and whether it was read, and no data of other clients', async () => {
    const input = newCheckIn();
    await submit(input);
    await submit(newCheckIn(), other);
    expect(await historyOf(client)).toMatchObject([{ id: input.id, reviewedAt: null, reply: null }]);
    const review = (reply: { id: string; body: string } | null) =>
      coach.api.checkins.reviewCheckIn({ coachId: coach.id, checkInId: input.id, reply });
    await review(null);
    await review({ id: randomUUID(), body: 'Well done' });
    expect(await historyOf(client)).toMatchObject([
      { id: input.id, reviewedAt: expect.any(String), reply: { body: 'Well done' } },
    ]);
  });
});

describe('a draft for a former coach', () => {
  const draftsOf = async ({ api }: Person) => (await api.checkins.listOwnDrafts()).drafts;

  it('shows the form it was written for, belongs to its client, and never reaches the next coach', async () => {
    const templateId = await askForPhotos();
    const draft = { id: randomUUID(), templateId, version: 1, answers: {}, coachId: coach.id };
    await saveDraft(draft);
    await updateRelationship(test, client, { status: 'archived' });
    const ended = { code: 'FORBIDDEN', message: 'Your coaching has ended, so this was not sent.' };
    await expect(submit(draft)).rejects.toMatchObject(ended);
    await expect(saveDraft(draft)).rejects.toMatchObject(ended);

    await aClient(test, { of: await aCoach(test), person: client, acceptedAt: new Date(), checkInAnchor: null });
    const forFormerCoach = { ...newCheckIn(), coachId: coach.id };
    await expect(submit(forFormerCoach)).rejects.toMatchObject(NOT_FOUND);
    await expect(saveDraft(forFormerCoach)).rejects.toMatchObject(NOT_FOUND);
    expect(await draftOf(client)).toBeNull();
    const form = expect.objectContaining({ templateId, version: 1, name: 'With photos' });
    expect(await draftsOf(client)).toEqual([expect.objectContaining({ ...draft, coachName: coach.name, form })]);
    const deleteDraft = ({ api }: Person) => api.checkins.deleteCheckInDraft({ draftId: draft.id });
    for (const person of [other, coach]) {
      expect(await draftsOf(person)).toEqual([]);
      await deleteDraft(person);
    }
    expect(await draftsOf(client)).toHaveLength(1);
    await deleteDraft(client);
    await deleteDraft(client);
    expect(await draftsOf(client)).toEqual([]);
  });

  it('ends when the check-in is sent', async () => {
    const draft = { ...newCheckIn(), coachId: coach.id };
    await saveDraft(draft);
    expect(await draftsOf(client)).toMatchObject([{ id: draft.id }]);
    await submit(draft);
    await saveDraft(draft);
    expect(await draftsOf(client)).toEqual([]);
  });
});
