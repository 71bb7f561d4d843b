import { expect, test } from './support/test.ts';

/** Today in a time zone, in the format of a date field. */
const todayIn = (timeZone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());

test('a coach drafts a program from the record of a client, edits it and publishes it', async ({ page, people }) => {
  test.slow();
  const coach = await people.createCoach({ plan: 'plus' });
  await people.signIn(page.context(), coach.coachId);
  const nina = await people.createClient(coach);
  const phone = await people.openPhone(nina.userId);

  // Without a program, the draft becomes one of the coach's programs and is assigned.
  await page.goto(`/coach/${coach.coachId}/client/${nina.clientId}`);
  await page.getByRole('tab', { name: 'Training' }).click();
  await page.getByRole('link', { name: 'Draft a program' }).click();
  await expect(page.getByRole('combobox', { name: 'Client' })).toHaveValue('Nina Park');
  await expect(page.getByRole('button', { name: 'Draft program' })).toBeDisabled();
  await page.getByLabel('Goal').selectOption('Muscle growth');
  await page.getByLabel('Level').selectOption('Beginner');
  await page.getByLabel('Days a week').fill('3');
  await page.getByLabel('Minutes').fill('45');
  await page.getByText('Dumbbells and bench').click();
  await page.getByRole('button', { name: 'Draft program' }).click();
  await expect(page.getByRole('region', { name: 'Why this program' })).toContainText('Three days: the full body');
  await page.getByRole('button', { name: 'Assign to Nina Park' }).click();
  await expect(page.getByRole('checkbox', { name: 'Nina Park' })).toBeChecked();
  const dialog = page.getByRole('dialog');
  // The client's device is in this zone, and the first training day is today.
  const zone = await phone.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  await dialog.getByLabel('First day').fill(todayIn(zone));
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']) {
    await dialog.getByRole('checkbox', { name: day }).check();
  }
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(page.getByText('Assigned to 1 client')).toBeVisible();

  // With a program, the draft is its unpublished change.
  await page.goto(`/coach/${coach.coachId}/client/${nina.clientId}`);
  await page.getByRole('tab', { name: 'Training' }).click();
  await page.getByRole('button', { name: 'Actions for Muscle growth, 3 days a week' }).click();
  await page.getByRole('menuitem', { name: 'Draft a new version' }).click();
  await page.getByLabel('Goal').selectOption('Strength');
  await page.getByLabel('Level').selectOption('Intermediate');
  await page.getByLabel('Days a week').fill('4');
  await page.getByLabel('Minutes').fill('60');
  await page.getByText('Full gym').click();
  await page.getByRole('button', { name: 'Draft program' }).click();
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('4 days a week instead of 3');
  await page.getByRole('button', { name: 'Edit and publish' }).click();
  await expect(page.getByText('Rule-based draft.')).toBeVisible();
  const saved = page.waitForResponse((response) => response.url().endsWith('/draft') && response.ok());
  await page.getByRole('textbox', { name: 'Name of the program' }).fill('Nina gets strong');
  await page.keyboard.press('Tab');
  await saved;
  await phone.goto('/client/workouts');
  await expect(phone.getByText('Muscle growth, 3 days a week')).toBeVisible();

  await page.reload();
  await expect(page.getByText('Rule-based draft, 1 change by you.')).toBeVisible();
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish changes' }).click();
  await expect(page.getByText('Program updated')).toBeVisible();
  await phone.reload();
  await expect(phone.getByText('Nina gets strong')).toBeVisible();
});
