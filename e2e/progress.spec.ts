import type { Page } from '@playwright/test';
import { expect, test, visit } from './support/test.ts';

const weight = (page: Page) => page.getByRole('region', { name: 'Weight', exact: true });

/** Logs a weight in two taps and the number. */
async function log(page: Page, kg: string) {
  await page.getByRole('button', { name: 'Log weight' }).click();
  await expect(page.getByRole('textbox', { name: 'Weight, kg' })).toBeFocused();
  await page.keyboard.type(kg);
  await page.getByRole('button', { name: 'Save' }).click();
}

test('a client logs their weight in two taps, sees the trend, and so does the coach', async ({
  page,
  coach,
  client,
}) => {
  test.slow();
  await client.goto('/client/dashboard');
  await client.getByRole('link', { name: 'See all progress' }).click();
  await expect(weight(client).getByText(/^Log your weight to begin/)).toBeVisible();

  await log(client, '82,4');
  await expect(client.getByText('Weight saved: 82.4 kg')).toBeVisible();
  await expect(weight(client).getByText('The trend line begins with the second weight.')).toBeVisible();
  await client.getByRole('button', { name: 'Undo' }).click();
  await expect(weight(client).getByText(/^Log your weight to begin/)).toBeVisible();
  await log(client, '81.9');
  await expect(weight(client).getByText('81.9 kg')).toBeVisible();

  // An earlier day with tape measurements; the dashboard's link opens the entry.
  await visit(client, '/client/dashboard');
  await client.getByRole('link', { name: 'Log weight' }).click();
  // Today's entry can be changed.
  const dialog = client.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Weight, kg' })).toHaveValue('81.9');
  await dialog.getByRole('textbox', { name: 'Weight, kg' }).fill('8');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please enter 20 to 400 kg')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Weight, kg' }).fill('82.6');
  await dialog.getByLabel('Date').fill('2026-01-05');
  await dialog.getByRole('button', { name: 'Add waist, hips and more' }).click();
  await dialog.getByRole('textbox', { name: 'Waist, cm' }).fill('84.5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(client.getByText('Measurements saved')).toBeVisible();
  await weight(client).getByText('All', { exact: true }).click();
  await expect(weight(client).getByRole('img', { name: /^Weight trend from 82.6 to/ })).toBeVisible();
  await expect(client.getByRole('row', { name: /^Waist 84.5 cm/ })).toBeVisible();
  await client.reload();
  await expect(weight(client).getByRole('group', { name: 'Weight' })).toBeVisible();

  await page.goto(`/coach/${coach.coachId}/clients`);
  await page.getByRole('link', { name: 'Nina Park' }).first().click();
  await expect(page.getByText(/^\d measurements?$/).first()).toBeVisible();
  await page.getByRole('tab', { name: 'Progress' }).click();
  await expect(page.getByText('By Nina: Weight 81.9 kg')).toBeVisible();
  await expect(weight(page).getByRole('group', { name: 'Weight' })).toBeVisible();
});

test('half a year is on one page @phone', async ({ page, people }) => {
  await people.signInDemo(page, 'demo.client@example.com');
  await page.goto('/client/progress');
  await expect(weight(page).getByRole('img', { name: /^Weight trend/ })).toBeVisible();
  await expect(
    page.getByRole('list', { name: 'Check-ins of the last twelve weeks' }).getByRole('listitem'),
  ).toHaveCount(12);
  const photos = page.getByRole('region', { name: 'Photos', exact: true });
  await expect(photos.getByText('Only you and Alex Rivera can see these photos.')).toBeVisible();
  await photos
    .getByRole('button', { name: /^Show Side, / })
    .first()
    .click();
  const viewer = page.getByRole('dialog', { name: /^Photo \d+ of \d+$/ });
  await expect(viewer.getByRole('img', { name: /^Side, / })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByRole('img', { name: /^Front, / })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
});

test('a client hides calories and weight, and weighs in without seeing the number', async ({ page, coach, client }) => {
  await client.goto('/client/progress');
  await log(client, '83.7');
  await expect(weight(client).getByText('83.7 kg')).toBeVisible();

  await visit(client, '/client/profile?section=numbers');
  const hide = client.getByRole('switch', { name: /^Hide calories and weight from me/ });
  await hide.click();
  await expect(client.getByText('Calories and weight are hidden')).toBeVisible();
  await expect(hide).toBeChecked();

  await visit(client, '/client/progress');
  await expect(weight(client).getByText(/^Your weight is hidden/)).toBeVisible();
  await expect(client.getByText('83.7')).toHaveCount(0);
  await log(client, '83.1');
  await expect(client.getByText('Saved', { exact: true })).toBeVisible();
  await expect(client.getByText('83.1')).toHaveCount(0);
  expect(await client.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('83.7');

  await page.goto(`/coach/${coach.coachId}/clients`);
  await page.getByRole('link', { name: 'Nina Park' }).first().click();
  await page.getByRole('tab', { name: 'Progress' }).click();
  await expect(page.getByText('By Nina: Weight 83.1 kg')).toBeVisible();
  await page.getByRole('tab', { name: 'Nutrition' }).click();
  await expect(page.getByText('Hidden by Nina since today.')).toBeVisible();
});
