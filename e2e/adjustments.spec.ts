import { expect, test, visit } from './support/test.ts';

const DAY_MS = 86_400_000;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

test('a missed day moves when the coach approves, the client sees why, and the coach undoes it', async ({
  page,
  coach,
  nina,
  client,
}) => {
  const timeZone = await client.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const yesterday = new Intl.DateTimeFormat('en-CA', { timeZone }).format(Date.now() - DAY_MS);
  const weekday = new Date(yesterday).getUTCDay();
  const names = [weekday, (weekday + 3) % 7].flatMap((day) => WEEKDAYS[day] ?? []);
  const missed = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long' }).format(new Date(yesterday));

  await page.goto(`/coach/${coach.coachId}/client/${nina.clientId}?tab=training`);
  await expect(page.getByText(/^When Nina misses a workout/)).toBeVisible();
  await page.getByRole('button', { name: 'Assign a program' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Program' }).fill('Ball');
  await page.getByRole('option', { name: 'Ball training' }).click();
  await dialog.getByLabel('First day').fill(yesterday);
  for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck();
  for (const name of names) await dialog.getByRole('checkbox', { name, exact: true }).check();
  await dialog.getByRole('button', { name: 'Assign program' }).click();
  await expect(page.getByText('Program assigned')).toBeVisible();

  // A job reviews the new program.
  const card = page.getByRole('region', { name: 'Plan adjustments' });
  await expect(async () => {
    await page.reload();
    await expect(card.getByRole('button', { name: 'Approve' })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(card.getByText(new RegExp(`^${missed}’s .+ was missed; .+ is free, so it moves there.$`))).toBeVisible();
  await page.goto(`/coach/${coach.coachId}/dashboard`);
  await page.getByRole('link', { name: 'Review: Nina Park' }).click();
  await card.getByRole('button', { name: 'Approve' }).click();
  await expect(card.getByText(/made by you/)).toBeVisible();

  await visit(client, '/client/workouts');
  const today = client.getByRole('region', { name: 'Today' });
  await expect(today.getByText(new RegExp(`^Moved from ${missed} by ${coach.name}\\. .+ was missed`))).toBeVisible();
  await expect(today.getByRole('link', { name: 'Start workout' })).toBeVisible();

  await card.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Change undone')).toBeVisible();
  await client.reload();
  await expect(client.getByText('Missed', { exact: true })).toBeVisible();
  await expect(client.getByText(/^Moved from/)).toHaveCount(0);
  await client.getByRole('button', { name: 'Do it today' }).click();
  await expect(client.getByText(/by you/)).toBeVisible();
});
