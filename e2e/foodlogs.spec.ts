import { expect, test, workerReady } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });
test.beforeEach(({ allowComplaints }) => allowComplaints(/ERR_INTERNET_DISCONNECTED|Failed to fetch/));

test('a client logs a day on a phone without a connection, and the coach reads it @phone', async ({
  coach,
  people,
  client,
  nina,
}) => {
  await client.goto('/client/nutrition');
  const meal = (name: string) => client.getByRole('region', { name });
  const dialog = client.getByRole('dialog');
  await meal('Breakfast').getByRole('button', { name: 'Add food to breakfast' }).click();
  await dialog.getByRole('searchbox', { name: 'Search foods' }).fill('banana');
  const banana = dialog.getByRole('button', { name: /^Banana/ }).first();
  await banana.click();
  await workerReady(client);
  // The day is not sent yet, so the server does not know this food as a recent one.
  await dialog.getByRole('button', { name: 'Add to breakfast' }).click();
  await client.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(meal('Breakfast').getByText('1 medium')).toBeVisible();

  await client.reload();
  await meal('Lunch').getByRole('button', { name: 'Add food to lunch' }).click();
  await banana.click();
  await dialog.getByLabel('Amount').fill('2');
  await dialog.getByRole('button', { name: 'Add to lunch' }).click();
  await dialog.getByRole('button', { name: 'Quick entry' }).click();
  await dialog.getByLabel('Name (optional)').fill('Soup of the day');
  await dialog.getByLabel('Energy (kcal)').fill('320');
  await dialog.getByRole('button', { name: 'Add to lunch' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await client.getByText('Complete', { exact: true }).click();
  await expect(client.getByText(/^No connection/)).toBeVisible();
  await client.reload();
  await expect(meal('Lunch').getByText('Soup of the day')).toBeVisible();
  await expect(client.getByRole('radio', { name: 'Complete' })).toBeChecked();
  const sent = client.waitForResponse(
    (response) => /\/food_logs\/own\/[\d-]+\/sync$/.test(response.url()) && response.ok(),
  );
  await client.context().setOffline(false);
  await sent;
  await expect(client.getByText(/No connection|on this device|Sending|sent soon|will be sent/i)).toHaveCount(0);

  const page = await people.openBrowser(coach.coachId, { viewport: { width: 1440, height: 900 }, isMobile: false });
  await page.goto(`/coach/${coach.coachId}/client/${nina.clientId}?tab=nutrition`);
  await page.getByRole('region', { name: 'Food log' }).getByRole('listitem').getByRole('button').click();
  const day = page.getByRole('dialog');
  await expect(day.getByText('Soup of the day', { exact: true })).toBeVisible();
  await expect(day.getByText(/^Banana/)).toHaveCount(2);
  await expect(day.getByText('Nina says: complete.')).toBeVisible();
});
