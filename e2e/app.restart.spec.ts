import { field, LIVE, messages } from './support/messages.ts';
import { test } from './support/own-server.ts';
import { expect } from './support/test.ts';

/** The longest wait between two attempts to connect, plus time for a busy machine. */
const BACK = { timeout: 25_000 };
const OFFLINE = "Offline: 2 messages will sync when you're back online";

test('messages survive a restart of the server, none lost and none sent twice', async ({
  page,
  server,
  coach,
  client,
  allowComplaints,
}) => {
  // Starts a server twice and waits for the clients to connect again.
  test.slow();
  allowComplaints(/ERR_CONNECTION_|ERR_EMPTY_RESPONSE|ERR_SOCKET|WebSocket connection|status of 50\d/);
  const { coachId } = coach;
  await client.goto('/client/messages');
  await page.goto(`/coach/${coachId}/messages`);
  await page.getByRole('link', { name: /Nina Park/ }).click();
  await field(client).fill('Before');
  await field(client).press('Enter');
  await expect(messages(page)).toHaveText(['Before'], LIVE);

  expect(await server.stop()).toBe(0);
  for (const [person, text] of [
    [page, 'Coach'],
    [client, 'Client'],
  ] as const) {
    for (const number of [1, 2]) {
      await field(person).fill(`${text} ${number}`);
      await field(person).press('Enter');
    }
    await expect(person.getByText('Not sent yet.')).toBeVisible();
    await expect(person.getByText(OFFLINE)).toBeVisible();
  }
  await server.start();

  await expect(messages(page)).toHaveCount(5, BACK);
  await expect(messages(client)).toHaveCount(5, BACK);
  for (const person of [page, client]) await expect(person.getByText(/^(Offline|Not sent yet): /)).toHaveCount(0, BACK);
  const texts = await messages(page).allTextContents();
  expect([...texts].sort()).toEqual(['Before', 'Client 1', 'Client 2', 'Coach 1', 'Coach 2']);
  for (const text of ['Coach', 'Client']) {
    expect(texts.indexOf(`${text} 1`)).toBeLessThan(texts.indexOf(`${text} 2`));
  }
  expect(await messages(client).allTextContents()).toEqual(texts);

  await field(client).fill('After');
  await field(client).press('Enter');
  await expect(messages(page)).toHaveText([...texts, 'After'], LIVE);
  await field(page).fill('Indeed');
  await field(page).press('Enter');
  await expect(messages(client)).toHaveText([...texts, 'After', 'Indeed'], LIVE);
});
