import type { Browser, Page } from '@playwright/test';
import { expectNoViolationsInBothColours } from './support/accessibility.ts';
import { addClient, expect, linkMailedTo, listen, PASSWORD, signIn, signInNewCoach, test } from './support/test.ts';

/** A new client of the coach on `page`, signed in on a phone. */
async function invite(
  page: Page,
  browser: Browser,
  coachId: string,
  name: string,
  complaints: string[],
): Promise<Page> {
  const { email } = await addClient(page, coachId, { fullName: name });
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  listen(phone, complaints);
  const client = await phone.newPage();
  await client.goto(await linkMailedTo(page.request, email));
  await client.getByRole('textbox', { name: 'Choose a password' }).fill(PASSWORD);
  await client.getByRole('button', { name: 'Accept and start' }).click();
  await expect(client).toHaveURL(/\/client-onboarding$/);
  await client.goto('/client/dashboard');
  return client;
}

const send = (client: Page, page: Page, body: string) =>
  client.request
    .get('/rest/v1/session')
    .then((answer) => answer.json())
    .then(({ client: { coachId, clientId } }) =>
      client.request.post(`/rest/v1/conversations/${clientId}/messages`, {
        data: { coachId, id: crypto.randomUUID(), body },
        headers: { origin: new URL(page.url()).origin },
      }),
    );

test('notifications are filtered, opened, and kept out where they are switched off', async ({
  page,
  request,
  browser,
  origin,
  complaints,
}) => {
  const { coachId } = await signInNewCoach(page, request, origin);
  const client = await invite(page, browser, coachId, 'Nina Park', complaints);
  await send(client, page, 'Hello coach');

  await page.goto('/notifications');
  await expect(page.getByRole('listitem')).toHaveCount(2);
  await expectNoViolationsInBothColours(page);
  await page.getByText('Clients', { exact: true }).last().click();
  await expect(page).toHaveURL(/group=clients/);
  await expect(page.getByRole('listitem')).toHaveText([/Nina Park accepted your invitation/]);
  await page.getByRole('button', { name: /accepted your invitation/ }).click();
  await expect(page).toHaveURL(/\/client\/[0-9a-f-]{36}$/);

  await page.goto('/notifications?show=unread');
  await expect(page.getByRole('listitem')).toHaveText([/New message from Nina Park/]);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByText('Nothing unread', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Preferences' }).click();
  const inApp = page.getByRole('switch', { name: 'You receive a message: in the app' });
  await expect(inApp).toBeChecked();
  await expectNoViolationsInBothColours(page);
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith('/notification_preferences') && answer.request().method() === 'POST',
  );
  await inApp.focus();
  await page.keyboard.press('Space');
  await saved;
  await page.reload();
  await expect(inApp).not.toBeChecked();
  await send(client, page, 'And another thing');
  await page.goto(`/coach/${coachId}/messages`);
  await expect(page.getByText('And another thing')).toBeVisible();
  await page.goto('/notifications?show=unread');
  await expect(page.getByText('Nothing unread', { exact: true })).toBeVisible();
  await client.context().close();
});

test('a group message arrives in three portals, each with the own name', async ({
  page,
  request,
  browser,
  origin,
  complaints,
}) => {
  const { coachId } = await signInNewCoach(page, request, origin);
  const names = ['Nina Park', 'Omar Haddad', 'Zoë van Dijk'];
  const clients = await Promise.all(names.map((name) => invite(page, browser, coachId, name, complaints)));

  await page.goto(`/coach/${coachId}/notifications`);
  await page.getByRole('button', { name: 'Choose these 3' }).click();
  await expect(page.getByText('3 of 3 chosen')).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill('Hello ');
  await page.getByRole('button', { name: 'Insert first name' }).click();
  await expect(field).toBeFocused();
  await page.keyboard.type(', the studio is closed on Monday.');
  await page.getByRole('button', { name: 'Preview for 3 clients' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('As read by').selectOption('Omar Haddad');
  await expect(dialog.getByText('Hello Omar, the studio is closed on Monday.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send to 3 clients' }).click();
  await expect(page.getByRole('heading', { name: 'Sent to 3 clients' })).toBeVisible({ timeout: 20_000 });

  for (const [index, client] of clients.entries()) {
    await client.goto('/client/messages');
    const first = names[index]?.split(' ')[0];
    await expect(client.getByTestId('message')).toHaveText([`Hello ${first}, the studio is closed on Monday.`]);
    await expect(client.getByRole('button', { name: /^Notifications/ })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Write another message' }).click();
  await expect(field).toHaveValue('');
  await page.reload();
  await expect(page.getByRole('region', { name: 'Sent before' })).toContainText('3 clients · read by 3');
  for (const client of clients) await client.context().close();
});

test('the screens of a group message are accessible', async ({ page }) => {
  await signIn(page, 'demo.coach.pro@example.com');
  await page.goto(page.url().replace(/dashboard$/, 'notifications'));
  await page.getByRole('button', { name: /^Choose these/ }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello {first name}');
  await expectNoViolationsInBothColours(page);
  await page.getByRole('button', { name: /^Preview for/ }).click();
  await expect(page.getByRole('dialog').getByText(/^Hello [A-Z]/)).toBeVisible();
  await expectNoViolationsInBothColours(page);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: /studio is closed this Friday/ }).click();
  await expect(page.getByRole('heading', { name: /^Sent to/ })).toBeVisible();
  await expectNoViolationsInBothColours(page);
});

test('the palette works by keyboard alone', async ({ page, request, browser, origin, complaints }) => {
  const { coachId } = await signInNewCoach(page, request, origin);
  const client = await invite(page, browser, coachId, 'Nina Park', complaints);
  await client.context().close();
  await page.goto('/settings');
  const opener = page.getByRole('button', { name: 'Search', exact: true });
  await opener.focus();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /^Search clients/ });
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(opener).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.type('nina');
  await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toHaveText('Nina Park');
  await expectNoViolationsInBothColours(page);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toHaveText(
    'Start message to Nina Park',
  );
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/coach/${coachId}/client/[0-9a-f-]{36}$`));
  await expect(page.getByRole('heading', { name: 'Nina Park' })).toBeVisible();

  // Whoever was opened lately comes first, from anywhere.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toHaveText('Nina Park');
  await page.keyboard.type('message nina');
  await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toHaveText(
    'Start message to Nina Park',
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/messages\/[0-9a-f-]{36}$/);
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('calen');
  await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toHaveText('Calendar');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/calendar$/);
});
