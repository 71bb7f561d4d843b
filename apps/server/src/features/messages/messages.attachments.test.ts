import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { countStatements, outcomesOf } from '../../../test/api.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, type Client, type Coach, notificationsOf, type Person } from '../../../test/people.ts';
import { blackPng, PDF, uploadFile } from '../../../test/uploads.ts';

let test: TestApp;
let coach: Coach;
let client: Client;
let coachId: string;
let conversationId: string;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test);
  client = await aClient(test, { of: coach });
  [coachId, conversationId] = [coach.id, client.clientId];
});

type Options = { body?: string; id?: string; to?: string };
const send = (
  { api }: Person,
  attachmentIds: string[],
  { body = '', id = randomUUID(), to = conversationId }: Options = {},
) => api.messages.sendMessage({ coachId, conversationId: to, id, body, attachmentIds });
const read = async ({ api }: Person) => (await api.messages.listMessages({ coachId, conversationId })).messages;

async function upload(
  { caller }: Person,
  content: Buffer = PDF,
  { clientId = conversationId, purpose = 'message' }: { purpose?: string; clientId?: string } = {},
) {
  const id = randomUUID();
  expect((await uploadFile(test, caller, content, { coachId, clientId, id, purpose })).status).toBe(200);
  return id;
}

const ATTACHMENT_GONE = { code: 'ATTACHMENT_GONE' };

it('has its files in the given order, with or without text', async () => {
  const [pdf, photo, other] = [await upload(client), await upload(client, blackPng(64, 32)), await upload(client)];
  const sent = await send(client, [photo, pdf]);
  await send(client, [other], { body: 'And the plan' });
  const stored = await read(coach);
  expect(stored[0]).toEqual(sent);
  expect(stored.map(({ body, attachments }) => [body, attachments.map(({ id }) => id)])).toEqual([
    ['', [photo, pdf]],
    ['And the plan', [other]],
  ]);
  expect(stored[0]?.attachments).toMatchObject([
    { kind: 'image', name: 'photo.webp', width: 64, height: 32 },
    { kind: 'pdf', name: 'photo.pdf', bytes: PDF.length, width: null, height: null },
  ]);
  expect(await read(client)).toEqual(stored);
});

it('is described by its files in the list and in the notification', async () => {
  const excerpt = async () => (await coach.api.messages.listConversations({ coachId })).conversations[0]?.last?.excerpt;
  await send(client, [await upload(client, blackPng(8, 8))]);
  expect(await excerpt()).toBe('Photo');
  expect(await notificationsOf(test, coach)).toMatchObject([{ message: 'Photo' }]);
  await send(client, [await upload(client), await upload(client)]);
  expect(await excerpt()).toBe('2 PDFs');
  await send(client, [await upload(client)], { body: 'The plan' });
  expect(await excerpt()).toBe('The plan');
});

it('is stored once when it is sent several times concurrently', async () => {
  const file = await upload(client);
  const id = randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => send(client, [file], { id })));
  expect(answers.map(({ attachments }) => attachments.length)).toEqual([1, 1, 1]);
  expect(await read(coach)).toHaveLength(1);
});

it('is refused with a file of another message, even if both are sent concurrently', async () => {
  const file = await upload(client);
  const outcomes = await outcomesOf([send(client, [file]), send(client, [file])]);
  expect(outcomes.sort()).toEqual(['ATTACHMENT_GONE', 'OK']);
  await expect(send(client, [file])).rejects.toMatchObject(ATTACHMENT_GONE);
  expect(await read(coach)).toHaveLength(1);
});

it("accepts only the sender's own files of this conversation that were uploaded for messages", async () => {
  const second = await aClient(test, { of: coach });
  const own = await upload(client);
  const [byCoach, byClient] = [await upload(coach), await upload(client)];
  const elsewhere = await upload(second, PDF, { clientId: second.clientId });
  const photo = await upload(client, blackPng(8, 8), { purpose: 'photo' });
  const outcomes = await outcomesOf([
    send(client, [byCoach]),
    send(coach, [byClient]),
    send(coach, [byCoach], { to: second.clientId }),
    send(client, [elsewhere]),
    send(client, [photo]),
    send(client, [randomUUID()]),
    send(client, [own, randomUUID()]),
  ]);
  expect(outcomes).toEqual(Array(7).fill(ATTACHMENT_GONE.code));
  expect(await read(coach)).toEqual([]);
  // A refused message does not use up its files.
  expect(await send(client, [own])).toMatchObject({ attachments: [{ id: own }] });
});

it('accepts up to five different files', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, () => upload(client)));
  const [file = ''] = ids;
  const outcomes = await outcomesOf([send(client, ids), send(client, [file, file]), send(client, [])]);
  expect(outcomes).toEqual(Array(3).fill('BAD_REQUEST'));
  expect((await send(client, ids.slice(0, 5))).attachments).toHaveLength(5);
});

it('needs no more statements than a conversation without files', async () => {
  const statements = () => countStatements(() => read(coach));
  await send(client, [], { body: 'Hello' });
  const before = await statements();
  expect(before).toBeGreaterThan(0);
  await send(client, await Promise.all([upload(client), upload(client)]));
  await send(client, await Promise.all([upload(client), upload(client)]));
  expect(await statements()).toBe(before);
});
