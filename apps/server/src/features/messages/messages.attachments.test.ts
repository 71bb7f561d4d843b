import { randomUUID } from 'node:crypto';
import type { Conversation, Message, Thread } from '@stridewell/contract/messages';
import type { Notification } from '@stridewell/contract/notifications';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createClient, createCoach, createUser } from '../../../seed/factories.ts';
import { type Caller, createTestApp, hashOfPassword, type TestApp } from '../../../test/app.ts';
import { blackPng, PDF, uploadFile } from '../../../test/uploads.ts';

let test: TestApp;
let coachId: string;
let clientId: string;
let coach: Caller;
let client: Caller;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  const passwordHash = await hashOfPassword();
  const owner = await createCoach(test.owner, { plan: 'pro', passwordHash });
  coachId = owner.id;
  coach = await test.signIn(owner.email);
  ({ clientId, caller: client } = await addClient());
});

async function addClient() {
  const person = await createUser(test.owner, 'Client', { passwordHash: await hashOfPassword() });
  const made = await createClient(test.owner, coachId, { person, status: 'active' });
  return { clientId: made.clientId, caller: await test.signIn(person.email) };
}

type Options = { body?: string; id?: string; to?: string };

function send(caller: Caller, attachmentIds: unknown[], { body = '', id = randomUUID(), to = clientId }: Options = {}) {
  const message = { coachId, id, body, attachmentIds };
  return caller.send<Message & { code: string }>('POST', `/rest/v1/conversations/${to}/messages`, message);
}
const read = async (caller: Caller) =>
  (await caller.get<Thread>(`/rest/v1/conversations/${clientId}/messages?coachId=${coachId}`)).body.messages;

async function upload(caller: Caller, content: Buffer = PDF, options: { purpose?: string; clientId?: string } = {}) {
  const id = randomUUID();
  expect((await uploadFile(test, caller, content, { coachId, clientId, id, ...options })).status).toBe(200);
  return id;
}

it('a message carries its files in the order they were given in, with text or without', async () => {
  const ids = [await upload(client), await upload(client, blackPng(64, 32)), await upload(client)];
  const [pdf = '', photo = '', other = ''] = ids;
  const sent = await send(client, [photo, pdf]);
  expect(sent.status).toBe(200);
  await send(client, [other], { body: 'And the plan' });
  const stored = await read(coach);
  expect(stored[0]).toEqual(sent.body);
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

it('the list and the notification say what came', async () => {
  const list = async () => {
    const path = `/rest/v1/conversations?coachId=${coachId}`;
    return (await coach.get<{ conversations: Conversation[] }>(path)).body.conversations[0]?.last?.excerpt;
  };
  await send(client, [await upload(client, blackPng(8, 8))]);
  expect(await list()).toBe('Photo');
  const { notifications } = (await coach.get<{ notifications: Notification[] }>('/rest/v1/notifications')).body;
  expect(notifications[0]?.message).toBe('Photo');
  await send(client, [await upload(client), await upload(client)]);
  expect(await list()).toBe('2 PDFs');
  await send(client, [await upload(client)], { body: 'The plan' });
  expect(await list()).toBe('The plan');
});

it('sent again, or twice at once, is the same message', async () => {
  const file = await upload(client);
  const id = randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => send(client, [file], { id })));
  expect(answers.map(({ status, body }) => [status, body.attachments.length])).toEqual(Array(3).fill([200, 1]));
  expect(await read(coach)).toHaveLength(1);
});

it('a file hangs on one message alone, also when two ask at once', async () => {
  const file = await upload(client);
  const answers = await Promise.all([send(client, [file]), send(client, [file])]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await send(client, [file])).body.code).toBe('ATTACHMENT_GONE');
  expect(await read(coach)).toHaveLength(1);
});

it('only files of the sender, of this conversation and for messages can hang on it', async () => {
  const second = await addClient();
  const gone = { status: 409, body: { code: 'ATTACHMENT_GONE' } };
  expect(await send(client, [await upload(coach)])).toMatchObject(gone);
  expect(await send(coach, [await upload(client)])).toMatchObject(gone);
  expect(await send(coach, [await upload(coach)], { to: second.clientId })).toMatchObject(gone);
  expect(await send(client, [await upload(second.caller, PDF, { clientId: second.clientId })])).toMatchObject(gone);
  expect(await send(client, [await upload(client, blackPng(8, 8), { purpose: 'photo' })])).toMatchObject(gone);
  expect(await send(client, [randomUUID()])).toMatchObject(gone);
  const own = await upload(client);
  expect(await send(client, [own, randomUUID()])).toMatchObject(gone);
  expect(await read(coach)).toEqual([]);
  // A refused message has not used up its files.
  expect((await send(client, [own])).status).toBe(200);
});

it('takes five files, each once', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, () => upload(client)));
  expect((await send(client, ids)).status).toBe(400);
  expect((await send(client, [ids[0], ids[0]])).status).toBe(400);
  expect((await send(client, [])).status).toBe(400);
  expect((await send(client, ids.slice(0, 5))).body.attachments).toHaveLength(5);
});

it('is read with as many statements as a conversation without files', async () => {
  const statements = async () => {
    test.logLines.length = 0;
    await read(coach);
    const line = test.logLines.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'request');
    return line?.statements;
  };
  await send(client, [], { body: 'Hello' });
  const before = await statements();
  expect(before).toBeGreaterThan(0);
  await send(client, await Promise.all([upload(client), upload(client)]));
  await send(client, await Promise.all([upload(client), upload(client)]));
  expect(await statements()).toBe(before);
});
