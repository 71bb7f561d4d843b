import type { Page } from '@playwright/test';
import { expect, test, visit, workerReady } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });
test.beforeEach(({ allowComplaints }) => allowComplaints(/ERR_INTERNET_DISCONNECTED|Failed to fetch/));

const todayIn = (timeZone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
const done = (page: Page) => page.getByRole('button', { name: /: done$/ });
const open = (page: Page) => page.getByRole('button', { name: /: mark as done$/ });

test('a client does a workout without a connection, and the coach sees it and comments', async ({
  page,
  coach,
  nina,
  client,
}) => {
  test.slow();
  await page.goto(`/coach/${coach.coachId}/client/${nina.clientId}?tab=training`);
  await page.getByRole('button', { name: 'Assign a program' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Program' }).fill('Ball');
  await page.getByRole('option', { name: 'Ball training' }).click();
  // The client's device is in this zone, and the first training day is today.
  await dialog
    .getByLabel('First day')
    .fill(todayIn(await client.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)));
  for (const box of await dialog.getByRole('checkbox').all()) await box.check();
  await dialog.getByRole('button', { name: 'Assign program' }).click();
  await expect(page.getByText('Program assigned')).toBeVisible();

  await visit(client, '/client/workouts');
  await client.getByRole('link', { name: 'Start workout' }).click();
  await expect(open(client).first()).toBeVisible();
  const sets = await open(client).count();
  // The phone now has everything the page needs.
  await workerReady(client);
  await client.context().setOffline(true);
  await client
    .getByRole('textbox', { name: /: reps$/ })
    .first()
    .fill('11');
  await open(client).first().click();
  await expect(client.getByRole('timer', { name: 'Rest' })).toBeVisible();
  await expect(
    client.getByText('No connection. Every set is saved on this device and will be sent later.'),
  ).toBeVisible();
  await client.reload();
  await expect(done(client)).toHaveCount(1);
  await expect(client.getByRole('textbox', { name: /: reps$/ }).first()).toHaveValue('11');
  await expect(client.getByRole('timer', { name: 'Rest' })).toBeVisible();
  await client.getByRole('button', { name: 'Stability ball push-up, set 1: mark as done' }).click();
  await client.getByRole('button', { name: 'Actions for Stability ball push-up' }).click();
  await client.getByRole('menuitem', { name: 'Swap exercise' }).click();
  await client.getByRole('dialog').getByRole('button').filter({ hasText: 'Same movement' }).first().click();
  await expect(client.getByText('Swapped. These sets stay.')).toBeVisible();
  await client.reload();
  await expect(client.getByText(/^Instead of /)).toBeVisible();
  for (let left = sets - 2; left > 0; left--) {
    await open(client).first().click();
    await expect(open(client)).toHaveCount(left - 1);
  }
  await client.getByRole('button', { name: 'Finish workout' }).click();
  await expect(client.getByRole('button', { name: 'Edit sets' })).toBeVisible();
  await client.getByRole('button', { name: 'Done', exact: true }).click();
  const result = client.getByRole('region', { name: 'Done today' });
  await expect(result.getByText(/^\d+ sets/)).toBeVisible();
  await expect(result.getByText(/^Next: /)).toBeVisible();
  await result.getByRole('link', { name: 'See workout' }).click();
  await expect(client.getByRole('button', { name: 'Edit sets' })).toBeVisible();
  await client.context().setOffline(false);
  await expect(client.getByText('Saved', { exact: true })).toBeVisible({ timeout: 40_000 });

  await page.reload();
  await page.getByRole('button', { name: /^Upper/ }).click();
  const log = page.getByRole('dialog');
  await expect(log.getByText(/11 reps/).first()).toBeVisible();
  await expect(log.getByText(/^Instead of /)).toBeVisible();
  await log.getByRole('textbox', { name: 'Comment for Nina' }).fill('Well done, slower next time.');
  await log.getByRole('button', { name: 'Send comment' }).click();
  await expect(log.getByRole('textbox', { name: 'Comment for Nina' })).toHaveValue('');
  await visit(client, '/client/workouts');
  await client
    .getByRole('link', { name: /^Upper/ })
    .first()
    .click();
  await expect(client.getByText('Well done, slower next time.')).toBeVisible();
});
