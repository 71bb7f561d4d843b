import type { Page } from '@playwright/test';
import { acceptInvitation, expect, linkMailedTo, reloadUntil, test, visit } from './support/test.ts';

/** Sends a message from the client signed in on `client` to their coach. */
async function send(client: Page, origin: string, body: string): Promise<void> {
  const session: { client: { coachId: string; clientId: string } } = await (
    await client.request.get('/rest/v1/session')
  ).json();
  const { coachId, clientId } = session.client;
  const answer = await client.request.post(`/rest/v1/conversations/${clientId}/messages`, {
    data: { coachId, id: crypto.randomUUID(), body },
    headers: { origin },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

test('a coach filters and opens notifications, and switches some off', async ({
  page,
  people,
  coach,
  request,
  origin,
}) => {
  test.slow();
  const { coachId } = coach;
  const nina = await people.invite(page, coach);
  const client = await acceptInvitation(await people.openPhone(), await linkMailedTo(request, nina.email));
  await send(client, origin, 'Hello coach');

  await page.goto('/notifications');
  await reloadUntil(page, page.getByRole('listitem').nth(1));
  await expect(page.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('radiogroup').getByText('Clients', { exact: true }).click();
  await expect(page).toHaveURL(/group=clients/);
  await expect(page.getByRole('listitem')).toHaveText([/Nina Park accepted your invitation/]);
  await page.getByRole('button', { name: /accepted your invitation/ }).click();
  await expect(page).toHaveURL(/\/client\/[0-9a-f-]{36}$/);

  await visit(page, '/notifications?show=unread');
  await expect(page.getByRole('listitem')).toHaveText([/New message from Nina Park/]);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByText('Nothing unread', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Preferences' }).click();
  const inApp = page.getByRole('switch', { name: 'You receive a message: in the app' });
  await expect(inApp).toBeChecked();
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith('/notification_preferences') && answer.request().method() === 'POST',
  );
  await inApp.focus();
  await page.keyboard.press('Space');
  await saved;
  await page.reload();
  await expect(inApp).not.toBeChecked();
  await send(client, origin, 'And another thing');
  await visit(page, `/coach/${coachId}/messages`);
  await expect(page.getByText('And another thing')).toBeVisible();
  await visit(page, '/notifications?show=unread');
  await expect(page.getByText('Nothing unread', { exact: true })).toBeVisible();
});

test('a group message arrives in two portals, each with the client’s name', async ({ page, people, coach }) => {
  const { coachId } = coach;
  const names = ['Omar Haddad', 'Zoë van Dijk'];
  const accounts = await Promise.all(names.map((name) => people.createClient(coach, { name })));
  const clients = await Promise.all(accounts.map(({ userId }) => people.openPhone(userId)));

  await page.goto(`/coach/${coachId}/notifications`);
  await page.getByRole('button', { name: 'Select all 2' }).click();
  await expect(page.getByText('2 of 2 selected')).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill('Hello ');
  await page.getByRole('button', { name: 'Insert first name' }).click();
  await expect(field).toBeFocused();
  await page.keyboard.type(', the studio is closed on Monday.');
  await page.getByRole('button', { name: 'Preview for 2 clients' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Preview as').selectOption('Omar Haddad');
  await expect(dialog.getByText('Hello Omar, the studio is closed on Monday.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send to 2 clients' }).click();
  await expect(page.getByRole('heading', { name: 'Sent to 2 clients' })).toBeVisible({ timeout: 20_000 });

  for (const [index, client] of clients.entries()) {
    await client.goto('/client/messages');
    const first = names[index]?.split(' ')[0];
    await expect(client.getByTestId('message')).toHaveText([`Hello ${first}, the studio is closed on Monday.`]);
    await expect(client.getByRole('button', { name: /^Notifications/ })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Write another message' }).click();
  await expect(field).toHaveValue('');
  await page.reload();
  await expect(page.getByRole('region', { name: 'Sent' })).toContainText('2 clients · read by 2');
});

test('the palette works with only the keyboard', async ({ page, coach, nina }) => {
  const { coachId } = coach;
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
  await page.keyboard.type(nina.name.slice(0, 4).toLowerCase());
  await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toHaveText('Nina Park');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toHaveText(
    'Start message to Nina Park',
  );
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/coach/${coachId}/client/[0-9a-f-]{36}$`));
  await expect(page.getByRole('heading', { name: 'Nina Park' })).toBeVisible();

  // The client opened last comes first, from any page.
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
