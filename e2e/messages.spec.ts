import { field, LIVE, messages } from './support/messages.ts';
import { expect, test } from './support/test.ts';

test('coach and client write to each other and see it at once', { tag: '@smoke' }, async ({ page, coach, client }) => {
  const { coachId } = coach;

  await page.goto(`/coach/${coachId}/messages`);
  await page.getByRole('link', { name: /Nina Park/ }).click();
  await expect(page.getByText('No messages yet').last()).toBeVisible();
  await client.goto('/client/dashboard');
  await client.getByRole('link', { name: 'Messages' }).last().click();
  await expect(client.getByRole('heading', { name: 'Ana Silva' })).toBeVisible();

  await field(page).pressSequentially('Hello Nina');
  await expect(client.getByText('Ana is writing')).toBeVisible(LIVE);
  await field(page).press('Shift+Enter');
  await field(page).pressSequentially('how was the run?');
  await field(page).press('Enter');
  await expect(field(page)).toHaveValue('');
  await expect(messages(client)).toHaveText(['Hello Nina\nhow was the run?'], LIVE);
  await expect(page.getByText(/, read$/)).toBeVisible(LIVE);

  await field(client).fill('<b>Great</b>');
  await client.getByRole('button', { name: 'Send' }).click();
  await expect(messages(page)).toHaveText(['Hello Nina\nhow was the run?', '<b>Great</b>'], LIVE);
  await expect(page.getByRole('link', { name: /Nina Park/ }).first()).toContainText('<b>Great</b>');

  // While the coach looks elsewhere, messages are counted, notified once, and read by opening them.
  await page.goto(`/coach/${coachId}/messages`);
  for (const text of ['One', 'Two', 'Three']) {
    await field(client).fill(text);
    await field(client).press('Enter');
  }
  await expect(page.getByLabel('3 unread', { exact: true })).toBeVisible(LIVE);
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link', { name: /^Messages\s*3\s*unread$/ })).toBeVisible(LIVE);
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  await expect(page.getByRole('button', { name: /New message from Nina Park.*Unread/ })).toHaveCount(1);
  await page.getByRole('button', { name: /New message from Nina Park.*Unread/ }).click();
  await expect(page).toHaveURL(/\/messages\/[0-9a-f-]{36}$/);
  await expect(messages(page).last()).toHaveText('Three');
  await expect(page.getByLabel('3 unread', { exact: true })).toHaveCount(0);
  await expect(bar.getByRole('link', { name: 'Messages', exact: true })).toBeVisible();
});

test('messages written without a connection arrive once, in order, and survive a reload', async ({
  page,
  coach,
  client,
  allowComplaints,
}) => {
  allowComplaints(/ERR_INTERNET_DISCONNECTED/);
  const { coachId } = coach;
  await client.goto('/client/messages');
  await page.goto(`/coach/${coachId}/messages`);
  await page.getByRole('link', { name: /Nina Park/ }).click();

  await client.context().setOffline(true);
  await expect(client.getByText('Offline: what you write is kept')).toBeVisible();
  for (const text of ['First', 'Second']) {
    await field(client).fill(text);
    await field(client).press('Enter');
  }
  await expect(messages(client)).toHaveText(['First', 'Second']);
  await expect(client.getByText('Not sent yet.')).toBeVisible();
  await field(page).fill('Meanwhile');
  await field(page).press('Enter');
  await expect(page.getByText(/, sent$/)).toBeVisible();

  await client.context().setOffline(false);
  await expect(messages(page)).toHaveText(['Meanwhile', 'First', 'Second'], LIVE);
  await expect(messages(client)).toHaveText(['Meanwhile', 'First', 'Second'], LIVE);
  await expect(client.getByText('Not sent yet.')).toHaveCount(0);

  // The server stores the message but its answer is lost, so the client sends it again under the same id.
  let lost = 0;
  await client.route('**/messages', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.fallback();
    lost += 1;
    await route.fetch();
    await route.abort('connectionreset');
  });
  allowComplaints(/ERR_CONNECTION_RESET/);
  await field(client).fill('Third');
  await field(client).press('Enter');
  await expect(messages(page)).toHaveText(['Meanwhile', 'First', 'Second', 'Third'], LIVE);
  await expect(messages(client)).toHaveText(['Meanwhile', 'First', 'Second', 'Third']);
  expect(lost).toBe(1);

  await field(client).fill('Half a thought');
  await client.reload();
  await expect(field(client)).toHaveValue('Half a thought');
  await expect(messages(client)).toHaveCount(4);
});

test('scrolling up keeps the reading position', async ({ page, coach, client, origin }) => {
  const { coachId } = coach;
  await page.goto(`/coach/${coachId}/messages`);
  await page.getByRole('link', { name: /Nina Park/ }).click();
  await expect(field(page)).toBeVisible();
  const conversationId = page.url().split('/').at(-1);
  for (let number = 1; number <= 58; number += 1) {
    const answer = await page.request.post(`/rest/v1/conversations/${conversationId}/messages`, {
      data: { coachId, id: crypto.randomUUID(), body: `Number ${number}\nof many` },
      headers: { origin },
    });
    expect(answer.status()).toBe(200);
  }
  // Delays the older messages, so that the position can be compared before and after they arrive.
  const held = Promise.withResolvers<void>();
  await client.route(/before=/, async (route) => {
    await held.promise;
    await route.fallback();
  });
  await client.goto('/client/messages');
  await expect(messages(client)).toHaveCount(50);
  await expect(messages(client).last()).toBeInViewport();
  const log = client.getByRole('log');
  await log.evaluate((element) => element.scrollTo({ top: -element.scrollHeight }));
  const ninth = client.getByText('Number 9\nof many', { exact: true });
  await expect(ninth).toBeInViewport();
  const place = async () => (await ninth.boundingBox())?.y ?? Number.NaN;
  const before = await place();
  held.resolve();
  await expect(messages(client)).toHaveCount(58);
  expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(2);
});
