import { expect, test, workerReady } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });
test.beforeEach(({ allowComplaints }) => allowComplaints(/ERR_INTERNET_DISCONNECTED|Failed to fetch/));

test('a client ticks habits of their coach on a phone without a connection @phone', async ({
  coach,
  people,
  client,
  nina,
}) => {
  test.slow();
  const page = await people.openBrowser(coach.coachId, { viewport: { width: 1440, height: 900 }, isMobile: false });
  const nutrition = `/coach/${coach.coachId}/client/${nina.clientId}?tab=nutrition`;
  await page.goto(`/coach/${coach.coachId}/habits`);
  for (const kind of ['Steps', 'Water']) {
    await page.getByRole('button', { name: 'New habit' }).first().click();
    await page.getByRole('dialog').getByLabel('Kind').selectOption(kind);
    await page.getByRole('dialog').getByRole('button', { name: 'Add habit' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.goto(nutrition);
  const habits = page.getByRole('region', { name: 'Habits' });
  for (const name of ['Walk', 'Drink water']) {
    await habits.getByRole('combobox', { name: 'Give a habit' }).selectOption(name);
    await expect(habits.getByRole('row', { name: new RegExp(name) })).toContainText('0 of 7 days');
  }
  await habits.getByRole('combobox', { name: 'How often Walk is due' }).selectOption('5 days a week');
  await expect(habits.getByRole('row', { name: /Walk/ })).toContainText('0 of 5 days');

  await client.goto('/client/dashboard');
  const walk = client.getByRole('checkbox', { name: /^Walk/ });
  const water = client.getByRole('checkbox', { name: /^Drink water/ });
  await expect(walk).toBeVisible();
  await workerReady(client);
  await client.context().setOffline(true);
  await walk.check();
  await water.check();
  await expect(client.getByText("Offline: 2 habit ticks will sync when you're back online")).toBeVisible();
  await water.uncheck();
  await client.getByRole('textbox', { name: 'Drink water in l' }).fill('2.5');
  await client.getByRole('textbox', { name: 'Drink water in l' }).press('Enter');
  await expect(water).toBeChecked();

  // The app is closed and opened again, still without a connection.
  await client.reload();
  await expect(walk).toBeChecked();
  await expect(client.getByText('8,000 steps a day, 1 of 5 days this week')).toBeVisible();
  await expect(client.getByRole('textbox', { name: 'Drink water in l' })).toHaveValue('2.5');
  await expect(client.getByText("Offline: 2 habit ticks will sync when you're back online")).toBeVisible();

  const sent = client.waitForResponse((answer) => /\/habits\/own\/.+\/days\//.test(answer.url()) && answer.ok());
  await client.context().setOffline(false);
  await sent;
  await expect(client.getByText(/habit tick|No connection|Offline:/)).toHaveCount(0);
  await client.reload();
  await expect(walk).toBeChecked();

  await page.reload();
  await expect(habits.getByRole('row', { name: /Walk/ })).toContainText('1 of 5 days');
  await expect(habits.getByRole('row', { name: /Drink water/ })).toContainText('1 of 7 days');
});
