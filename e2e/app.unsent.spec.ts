import type { APIRequestContext, Page } from '@playwright/test';
import { expectUsable } from './support/accessibility.ts';
import { askForPhotos, photo } from './support/checkins.ts';
import { field, messages } from './support/messages.ts';
import type { CoachAccount } from './support/people.ts';
import { expect, test } from './support/test.ts';

test.beforeEach(({ allowComplaints }) => {
  allowComplaints(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  allowComplaints(/^Connecting to 'blob:/);
});

const setStatus = async (
  coach: APIRequestContext,
  origin: string,
  { coachId, clientId, status }: { coachId: string; clientId: string; status: string },
) => {
  const answer = await coach.patch(`/rest/v1/client_coach_relationships/${clientId}`, {
    data: { coachId, status },
    headers: { origin },
  });
  expect(answer.status(), await answer.text()).toBe(200);
};

const tab = (client: Page, name: string) =>
  client.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name, exact: true });
const bar = (client: Page, words: string) => client.getByRole('status').filter({ hasText: `${words} cannot be sent` });
const checkIn = (client: Page) => client.getByRole('region', { name: /^Check-in, today/i });

/** Makes a form with photos and opens the client's pages once, so that they are on the device. */
async function prepare(page: Page, coach: CoachAccount, client: Page, origin: string): Promise<void> {
  await askForPhotos(page, coach.coachId, origin);
  await client.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await client.goto('/client/messages');
  await expect(field(client)).toBeEditable();
  await tab(client, 'Check-in').click();
  await expect(client.getByLabel('How was your week?')).toBeEditable();
}

/** Answers with a photo, sends it, and writes a message, all without a network. */
async function writeOffline(client: Page) {
  await client.context().setOffline(true);
  await client.getByLabel('How was your week?').fill('Steep, all of it');
  await client.getByLabel(/: Front$/).setInputFiles(await photo(client));
  await expect(client.getByText('Waiting for a connection')).toBeVisible();
  await client.getByRole('button', { name: 'Send check-in' }).click();
  await expect(client.getByRole('heading', { name: 'Waiting for a connection' })).toBeVisible();
  await tab(client, 'Messages').click();
  await field(client).fill('See you on Monday');
  await field(client).press('Enter');
  await expect(client.getByText("Offline: 1 check-in and 1 message will sync when you're back online")).toBeVisible();
}

test('an ended coaching leaves items unsent, which the client reads, copies and discards', async ({
  page,
  coach,
  nina,
  client,
  origin,
}) => {
  test.slow();
  const phone = client.context();
  await prepare(page, coach, client, origin);
  await writeOffline(client);
  await setStatus(page.request, origin, { ...nina, status: 'archived' });
  await phone.setOffline(false);
  await expect(bar(client, '1 check-in and 1 message')).toBeVisible({ timeout: 15_000 });
  for (const name of ['Workouts', 'Progress', 'Today']) {
    await tab(client, name).click();
    await expect(bar(client, '1 check-in and 1 message')).toBeVisible();
  }
  // It is still there after the app was closed.
  await client.reload();
  await client.getByRole('link', { name: 'Look at them' }).click();
  await expect(client.getByRole('heading', { name: 'Not sent', exact: true })).toBeVisible();
  await expect(checkIn(client)).toContainText(
    'Your coaching with Ana Silva has ended, so this check-in cannot be sent.',
  );
  await expect(checkIn(client)).toContainText('How was your week?');
  await expect(checkIn(client)).toContainText('Steep, all of it');
  const picture = checkIn(client).getByRole('img', { name: 'Original of Front' });
  await expect
    .poll(() => picture.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
    .toBeGreaterThan(0);
  const message = client.getByRole('region', { name: /^Message, today/i });
  await expect(message).toContainText('Your coaching with Ana Silva has ended, so this message cannot be sent.');
  await expect(message).toContainText('See you on Monday');
  await expectUsable(client, 'what was not sent');

  await checkIn(client).getByRole('button', { name: 'Copy text' }).click();
  await expect
    .poll(() => client.evaluate(() => navigator.clipboard.readText()))
    .toBe('How was your week?: Steep, all of it');
  const [download] = await Promise.all([
    client.waitForEvent('download'),
    checkIn(client).getByRole('link', { name: 'Download Front' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('front.jpg');

  await client.getByRole('button', { name: 'Your menu' }).click();
  await client.getByRole('menuitem', { name: 'Sign Out' }).click();
  const leaving = client.getByRole('dialog', { name: 'Sign out before everything is sent?' });
  await expect(leaving).toContainText('1 check-in and 1 message have not been sent yet.');
  await leaving.getByRole('button', { name: 'Stay signed in' }).click();

  const asked = client.getByRole('dialog', { name: 'Discard this check-in?' });
  await checkIn(client).getByRole('button', { name: 'Discard' }).click();
  await asked.getByRole('button', { name: 'Keep it' }).click();
  await expect(checkIn(client)).toBeVisible();
  await checkIn(client).getByRole('button', { name: 'Discard' }).click();
  await asked.getByRole('button', { name: 'Discard' }).click();
  await expect(checkIn(client)).toHaveCount(0);
  await tab(client, 'Today').click();
  await expect(bar(client, '1 message')).toBeVisible();
  await client.getByRole('link', { name: 'Look at it' }).click();
  await message.getByRole('button', { name: 'Discard' }).click();
  await client.getByRole('dialog', { name: 'Discard this message?' }).getByRole('button', { name: 'Discard' }).click();
  await expect(client.getByText('Nothing is waiting.')).toBeVisible();
  await client.reload();
  await expect(client.getByText('Nothing is waiting.')).toBeVisible();
});

test('items left unsent by a coaching are sent once the same coach resumes it', async ({
  page,
  coach,
  nina,
  client,
  origin,
}) => {
  test.slow();
  const phone = client.context();
  await prepare(page, coach, client, origin);
  await writeOffline(client);
  await setStatus(page.request, origin, { ...nina, status: 'archived' });
  await phone.setOffline(false);
  await expect(bar(client, '1 check-in and 1 message')).toBeVisible({ timeout: 15_000 });
  await setStatus(page.request, origin, { ...nina, status: 'active' });
  await expect(bar(client, '1 check-in and 1 message')).toHaveCount(0);
  await tab(client, 'Today').click();
  await expect(client.getByRole('heading', { name: 'Your check-in was not sent' })).toBeVisible();
  await client.getByRole('button', { name: 'Send it again' }).click();
  await expect(client.getByRole('heading', { name: 'Your check-in was not sent' })).toHaveCount(0);
  await tab(client, 'Messages').click();
  await client.getByRole('button', { name: 'Try again' }).click();
  await expect(messages(client)).toHaveText(['See you on Monday']);
  await expect(client.getByText(/, sent$/)).toBeVisible();

  await page.goto(`/coach/${coach.coachId}/check-ins`);
  await page.getByRole('link', { name: /Nina Park/ }).click();
  await expect(page.getByText('Steep, all of it')).toBeVisible();
  const picture = page.getByRole('img', { name: /Front/ }).first();
  await expect
    .poll(() => picture.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
    .toBeGreaterThan(0);
});
