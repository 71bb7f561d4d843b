import type { APIRequestContext, Page } from '@playwright/test';
import { askForPhotos, photo } from './support/checkins.ts';
import { field, invite } from './support/messages.ts';
import { expect, signInNewCoach, test } from './support/test.ts';

test.beforeEach(({ allowComplaints }) => {
  allowComplaints(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  allowComplaints(/^Connecting to 'blob:/);
});

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

test('what the end of a coaching leaves unsent @phone', async ({ page, request, browser, origin, complaints }) => {
  test.slow();
  const { coachId } = await signInNewCoach(page, request, origin);
  await askForPhotos(page, coachId);
  const client = await invite(page, browser, coachId, complaints);
  const phone = client.context();
  const clientId = await clientIdOf(client);
  await client.goto('/client/messages');
  await expect(field(client)).toBeEditable();
  await client.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Check-in' }).click();
  await client.getByLabel('How was your week?').fill('Steep, all of it');
  await phone.setOffline(true);
  await client.getByLabel(/: Front$/).setInputFiles(await photo(client));
  await expect(client.getByText('Waits for the connection')).toBeVisible();
  await client.getByRole('button', { name: 'Send check-in' }).click();
  await expect(client.getByRole('heading', { name: 'Waiting for the connection' })).toBeVisible();
  await client.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Messages' }).click();
  await field(client).fill('See you on Monday');
  await field(client).press('Enter');
  await expect(client.getByText('Offline: 1 check-in and 1 message are sent when you are back')).toBeVisible();
  await setStatus(page.request, origin, { coachId, clientId, status: 'archived' });
  client.on('response', async (r) => { if (/check_ins|messages|files/.test(r.url()) && r.request().method()==='POST') console.log(r.status(), r.url().replace(origin,''), (await r.text()).slice(0,200)); });
  await phone.setOffline(false);
  await client.waitForTimeout(6000);
  for (const at of ['/client/dashboard', '/client/check-in', '/client/messages', '/client/profile']) {
    await client.goto(at);
    await client.waitForTimeout(2500);
    console.log('==', at, client.url(), '\n', await client.locator('body').innerText());
  }
  console.log(await client.evaluate(() => JSON.stringify(Object.fromEntries(Object.entries(localStorage).filter(([k]) => /outbox/.test(k))))));
});
