import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

test('a coach edits a client: problems at their fields, a guard on the way out, and saved values', async ({
  page,
  people,
  coach,
}) => {
  const { coachId, clientId } = await people.invite(page, coach);
  const client = `/coach/${coachId}/client/${clientId}`;
  await page.goto(client);
  await expect(page.getByText('You invited Nina')).toBeVisible();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Goal', exact: true }).fill('Run 10 km without a break');
  await page.getByLabel('Goal weight in kg').fill('7');
  await page.getByLabel('Phone', { exact: true }).fill('call me');
  await page.getByLabel('Height in cm').fill('168');
  await page.getByRole('combobox', { name: 'Allergies' }).fill('Peanuts');
  await page.getByRole('combobox', { name: 'Allergies' }).press('Enter');
  await page.getByRole('checkbox', { name: 'Monday morning' }).check();
  await expect(page.getByText('Not saved yet')).toBeVisible();

  // Leaving asks first, and staying keeps everything.
  await page.getByRole('link', { name: 'Clients', exact: true }).first().click();
  const guard = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(guard.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(guard).toBeHidden();
  await expect(page).toHaveURL(/\/edit$/);

  // The keyboard saves, and the first problem gets the focus.
  await page.keyboard.press('Control+s');
  await expect(page.getByLabel('Phone', { exact: true })).toBeFocused();
  await expect(page.getByText('2 fields need another look')).toBeVisible();
  await expect(page.getByText('Please enter a weight between 20 and 400 kg')).toBeVisible();
  await page.getByLabel('Phone', { exact: true }).fill('+1 555 010 0199');
  await page.getByLabel('Goal weight in kg').fill('70');
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/\?tab=details$/);
  await expect(page.getByText('Run 10 km without a break')).toBeVisible();
  await expect(page.getByText('70.0 kg')).toBeVisible();
  await expect(page.getByText('Peanuts')).toBeVisible();
  await expect(page.getByRole('row', { name: 'Monday' })).toContainText('Free');
  await expect(page.getByText('Not known yet').first()).toBeVisible();

  // Leaving without saving.
  await page.getByRole('link', { name: 'Edit goal' }).click();
  await page.getByRole('textbox', { name: 'Goal', exact: true }).fill('Something else');
  await page.goBack();
  await guard.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page.getByText('Run 10 km without a break')).toBeVisible();
});

test('two tabs edit at once: nothing is lost, and the coach decides about what both changed', async ({
  page,
  people,
  coach,
  context,
}) => {
  const { coachId, clientId } = await people.invite(page, coach);
  const client = `/coach/${coachId}/client/${clientId}`;
  const other = await context.newPage();
  await Promise.all([page.goto(`${client}/edit`), other.goto(`${client}/edit`)]);
  await other.getByLabel('Occupation').fill('Nurse');
  await other.getByLabel('Food preferences').fill('No fish');
  await save(other).click();
  await expect(other).toHaveURL(/\?tab=details$/);

  await page.getByRole('textbox', { name: 'Food preferences' }).fill('No meat');
  await page.getByLabel('Injuries and limits').fill('Left knee');
  await save(page).click();
  const alert = page.getByRole('alert').filter({ hasText: 'This client was edited in the meantime' });
  await expect(alert).toBeFocused();
  await expect(alert).toContainText('Updated from the other edit: occupation');
  await expect(alert).toContainText('Food preferences in the other edit: No fish');
  await expect(page.getByLabel('Occupation')).toHaveValue('Nurse');
  await expect(page.getByRole('textbox', { name: 'Food preferences' })).toHaveValue('No meat');
  await alert.getByRole('button', { name: 'Use the other edit for food preferences' }).click();
  await expect(page.getByRole('textbox', { name: 'Food preferences' })).toHaveValue('No fish');
  await save(page).click();
  await expect(page).toHaveURL(/\?tab=details$/);
  for (const text of ['Nurse', 'No fish', 'Left knee']) await expect(page.getByText(text)).toBeVisible();
});

test('a coach writes, finds, pins and deletes notes, and undoes the deletion', async ({ page, people, coach }) => {
  const { coachId, clientId } = await people.invite(page, coach);
  const client = `/coach/${coachId}/client/${clientId}`;
  await page.goto(`${client}?tab=notes`);
  await expect(page.getByText('Only you can read them.')).toBeVisible();
  const field = page.getByRole('textbox', { name: 'New note' });
  await field.fill('Left knee hurts on stairs');
  await page.reload();
  await expect(field).toHaveValue('Left knee hurts on stairs');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByRole('button', { name: 'Delete “Left knee hurts on stairs”' })).toBeVisible();
  await expect(field).toHaveValue('');
  await field.fill('Birthday in May');
  await page.getByLabel('Pin to the top').check();
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Birthday' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search notes' }).fill('KNEE');
  await expect(page.getByRole('listitem').filter({ hasText: 'Birthday' })).toBeHidden();
  await page.getByRole('button', { name: 'Edit “Left knee hurts on stairs”' }).click();
  await page.getByRole('textbox', { name: 'Edit the note' }).fill('Left knee is fine');
  await page.getByRole('button', { name: 'Save note' }).last().click();
  await page.getByRole('button', { name: 'Delete “Left knee is fine”' }).click();
  await expect(page.getByText('No notes match “KNEE”.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Left knee is fine')).toBeVisible();
});

test('a measurement is added, drawn, changed and deleted', async ({ page, people, coach }) => {
  const { coachId, clientId } = await people.invite(page, coach);
  const client = `/coach/${coachId}/client/${clientId}`;
  await page.goto(`${client}?tab=progress`);
  await expect(page.getByText('Nina’s weight will appear here')).toBeVisible();
  await page.getByRole('button', { name: 'Add measurement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add measurements' });
  await dialog.getByLabel('Weight, kg').fill('71.4');
  await dialog.getByLabel('Waist, cm').fill('5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('Waist, cm')).toBeFocused();
  await expect(dialog.getByText('Please enter 10 to 300 cm')).toBeVisible();
  await dialog.getByLabel('Waist, cm').fill('82');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('The trend line begins with the second weight.')).toBeVisible();
  await page.getByRole('button', { name: 'Add measurement' }).click();
  const second = page.getByRole('dialog');
  await second.getByLabel('Date').fill(new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10));
  await second.getByLabel('Weight, kg').fill('72.6');
  await second.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('img', { name: /^Weight trend from 72.6 to/ })).toBeVisible();
  await expect(page.getByText('Needs 4 weigh-ins over 2 weeks')).toBeVisible();
  await page.getByText('Show as a table').click();
  await expect(page.getByRole('row', { name: /^today 71.4 7/i })).toBeVisible();
  await expect(page.getByRole('row', { name: /Waist 82.0 cm/ })).toBeVisible();

  await page.getByRole('button', { name: /^Edit .*measure.* today$/i }).click();
  const edit = page.getByRole('dialog', { name: 'Edit measurements' });
  await edit.getByLabel('Waist, cm').fill('');
  await edit.getByLabel('Weight, kg').fill('70.9');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /^today 70.9 7/i })).toBeVisible();
  await expect(page.getByRole('row', { name: /Waist/ })).toBeHidden();
});

test('the tabs of a client work by arrow keys and stay in the address', async ({ page, people }) => {
  const coachId = await people.signInDemo(page, 'demo.coach.pro@example.com');
  await page.goto(`/coach/${coachId}/clients`);
  await page.getByRole('link', { name: 'Maya Torres', exact: true }).click();
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: 'Overview' }).focus();
  for (const tab of ['check-ins', 'training', 'nutrition', 'progress', 'messages', 'notes', 'details']) {
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(new RegExp(`\\?tab=${tab}$`));
  }
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('Architect')).toBeVisible();
  await page.getByRole('tab', { name: 'Details' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('link', { name: 'Check-in', exact: true }).first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Show in the timeline' }).selectOption('Notes');
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByText('Pinned note')).toBeVisible();
  await expect(timeline.getByText('Plan followed')).toHaveCount(0);
});
