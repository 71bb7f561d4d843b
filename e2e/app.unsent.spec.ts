import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { expectNoViolationsInBothColours } from './support/accessibility.ts';
import { askForPhotos, photo } from './support/checkins.ts';
import { field, invite, messages } from './support/messages.ts';
import { addClient, expect, linkMailedTo, signInNewCoach, test } from './support/test.ts';

test.beforeEach(({ allowComplaints }) => {
  allowComplaints(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  allowComplaints(/^Connecting to 'blob:/);
});

type Fixtures = {
  page: Page;
  request: APIRequestContext;
  browser: Browser;
  origin: string;
  complaints: string[];
};

const clientIdOf = async (client: Page): Promise<string> => {
  const session: { client: { clientId: string } } = await (await client.request.get('/rest/v1/session')).json();
  return session.client.clientId;
};

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
const checkIn = (client: Page) => client.getByRole('region', { name: 'Check-in, Today' });

/** A client on a phone, who has looked at the pages once. */
async function aClient({ page, request, browser, origin, complaints }: Fixtures) {
  const { coachId } = await signInNewCoach(page, request, origin);
  await askForPhotos(page, coachId);
  const client = await invite(page, browser, coachId, complaints);
  const phone = client.context();
  await phone.grantPermissions(['clipboard-read', 'clipboard-write']);
  const place = { coachId, clientId: await clientIdOf(client) };
  await client.goto('/client/messages');
  await expect(field(client)).toBeEditable();
  await tab(client, 'Check-in').click();
  await expect(client.getByLabel('How was your week?')).toBeEditable();
  return { client, phone, place };
}

/** Answers with a photo, sends it, and writes a message, all without a network. */
async function writeOffline(client: Page) {
  await client.context().setOffline(true);
  await client.getByLabel('How was your week?').fill('Steep, all of it');
  await client.getByLabel(/: Front$/).setInputFiles(await photo(client));
  await expect(client.getByText('Waits for the connection')).toBeVisible();
  await client.getByRole('button', { name: 'Send check-in' }).click();
  await expect(client.getByRole('heading', { name: 'Waiting for the connection' })).toBeVisible();
  await tab(client, 'Messages').click();
  await field(client).fill('See you on Monday');
  await field(client).press('Enter');
  await expect(client.getByText('Offline: 1 check-in and 1 message are sent when you are back')).toBeVisible();
}

test('what a coaching that ended leaves unsent is told everywhere, read, copied and discarded @phone', async ({
  page,
  request,
  browser,
  origin,
  complaints,
}) => {
  test.slow();
  const { client, phone, place } = await aClient({ page, request, browser, origin, complaints });
  await writeOffline(client);
  await setStatus(page.request, origin, { ...place, status: 'archived' });
  await phone.setOffline(false);
  await expect(bar(client, '1 check-in and 1 message')).toBeVisible({ timeout: 15_000 });
  for (const name of ['Sessions', 'Profile', 'Today']) {
    await tab(client, name).click();
    await expect(bar(client, '1 check-in and 1 message')).toBeVisible();
  }
  await expectNoViolationsInBothColours(client);
  // As it is after the app was closed, too.
  await client.reload();
  await client.getByRole('link', { name: 'Look at them' }).click();
  await expect(client.getByRole('heading', { name: 'Not sent', exact: true })).toBeVisible();
  await expect(checkIn(client)).toContainText(
    'Your coaching with Ana Silva has ended, so this check-in cannot be sent.',
  );
  await expect(checkIn(client)).toContainText('How was your week?');
  await expect(checkIn(client)).toContainText('Steep, all of it');
  const picture = checkIn(client).getByRole('img', { name: 'Front, as chosen' });
  await expect
    .poll(() => picture.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
    .toBeGreaterThan(0);
  const message = client.getByRole('region', { name: /^Message, Today/ });
  await expect(message).toContainText('Your coaching with Ana Silva has ended, so this message cannot be sent.');
  await expect(message).toContainText('See you on Monday');
  await expectNoViolationsInBothColours(client);

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
  await expectNoViolationsInBothColours(client);
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
  await expect(client.getByText('Nothing is left here.')).toBeVisible();
  await client.reload();
  await expect(client.getByText('Nothing is left here.')).toBeVisible();
  await phone.close();
});

test('it is sent once the same coach goes on @phone', async ({ page, request, browser, origin, complaints }) => {
  test.slow();
  const { client, phone, place } = await aClient({ page, request, browser, origin, complaints });
  await writeOffline(client);
  await setStatus(page.request, origin, { ...place, status: 'archived' });
  await phone.setOffline(false);
  await expect(bar(client, '1 check-in and 1 message')).toBeVisible({ timeout: 15_000 });
  await setStatus(page.request, origin, { ...place, status: 'active' });
  await expect(bar(client, '1 check-in and 1 message')).toHaveCount(0);
  await tab(client, 'Today').click();
  await expect(client.getByRole('heading', { name: 'Your check-in was not sent' })).toBeVisible();
  await client.getByRole('button', { name: 'Send it again' }).click();
  await expect(client.getByRole('heading', { name: 'Your check-in was not sent' })).toHaveCount(0);
  await tab(client, 'Messages').click();
  await client.getByRole('button', { name: 'Try again' }).click();
  await expect(messages(client)).toHaveText(['See you on Monday']);
  await expect(client.getByText(/, sent$/)).toBeVisible();

  await page.goto(`/coach/${place.coachId}/check-ins`);
  await page.getByRole('link', { name: /Nina Park/ }).click();
  await expect(page.getByText('Steep, all of it')).toBeVisible();
  const picture = page.getByRole('img', { name: /Front/ }).first();
  await expect
    .poll(() => picture.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
    .toBeGreaterThan(0);
  await phone.close();
});

test('the next coach gets nothing of it, and what was begun is there on every device @phone', async ({
  page,
  request,
  browser,
  origin,
  complaints,
}) => {
  test.slow();
  const { client, phone, place } = await aClient({ page, request, browser, origin, complaints });
  const saved = client.waitForResponse((answer) => answer.url().endsWith('/check_ins/draft') && answer.ok());
  await client.getByLabel('How was your week?').fill('Half of it');
  await saved;
  await tab(client, 'Messages').click();
  await phone.setOffline(true);
  await field(client).fill('For Ana alone');
  await field(client).press('Enter');
  await setStatus(page.request, origin, { ...place, status: 'archived' });

  // Another coach takes over.
  const { user }: { user: { email: string } } = await (await phone.request.get('/rest/v1/session')).json();
  const other = await browser.newContext();
  const desk = await other.newPage();
  const { coachId } = await signInNewCoach(desk, request, origin, 'Ben Ito');
  await addClient(desk, coachId, { email: user.email });
  const link = await linkMailedTo(request, user.email, 'Ben Ito');
  await phone.setOffline(false);
  await client.goto(link);
  await client.getByRole('button', { name: 'Accept and start' }).click();
  await expect(client).toHaveURL(/\/client-onboarding$/);
  await client.goto('/client/dashboard');
  await expect(bar(client, '1 check-in draft and 1 message')).toBeVisible();
  await tab(client, 'Messages').click();
  await expect(messages(client)).toHaveCount(0);
  await tab(client, 'Check-in').click();
  await expect(client.getByText('Half of it')).toHaveCount(0);
  await client.getByRole('link', { name: 'Look at them' }).click();
  const begun = client.getByRole('region', { name: 'Check-in draft, Today' });
  await expect(begun).toContainText('Your coaching with Ana Silva has ended');
  await expect(begun).toContainText('Half of it');
  await expect(client.getByText('For Ana alone')).toBeVisible();

  const laptop = await browser.newContext({ storageState: { cookies: await phone.cookies(), origins: [] } });
  const elsewhere = await laptop.newPage();
  await elsewhere.goto('/client/dashboard');
  await elsewhere.getByRole('link', { name: 'Look at it' }).click();
  const there = elsewhere.getByRole('region', { name: 'Check-in draft, Today' });
  await expect(there).toContainText('Half of it');
  await there.getByRole('button', { name: 'Discard' }).click();
  await elsewhere.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(elsewhere.getByText('Nothing is left here.')).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere.getByText('Nothing is left here.')).toBeVisible();
  await Promise.all([laptop.close(), other.close(), phone.close()]);
});
