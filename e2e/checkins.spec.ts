import type { Page } from '@playwright/test';
import { askForPhotos } from './support/checkins.ts';
import { answerBuiltIn } from './support/messages.ts';
import { ONE_PIXEL } from './support/pictures.ts';
import { expect, reloadUntil, test } from './support/test.ts';

test('a coach creates a form, the client answers it, the coach reviews by keyboard, and the client reads the reply', async ({
  page,
  coach,
  client,
}) => {
  test.slow();
  const { coachId } = coach;

  // The coach creates a form and changes its order by keyboard.
  await page.goto(`/coach/${coachId}/check-in-templates`);
  await page.getByRole('link', { name: /^Empty form/ }).click();
  await page.getByLabel('Name of the form').fill('Sunday check-in');
  await page.getByRole('button', { name: 'Scale' }).click();
  const second = page.getByRole('listitem').nth(1);
  await expect(second.getByLabel('Question', { exact: true })).toBeFocused();
  await page.keyboard.type('Stress');
  await page.getByRole('button', { name: 'Move Stress up' }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Stress is now number 1 of 2' })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Move Stress down' })).toBeFocused();
  // Leaving with unsaved changes asks first.
  await page.getByRole('link', { name: 'Check-in forms' }).click();
  await page.getByRole('button', { name: /editing$/ }).click();
  await page.getByRole('button', { name: 'Save form' }).click();
  await expect(page.getByText('Saved, version 1')).toBeVisible();
  await page.getByRole('link', { name: 'Check-in forms' }).click();
  await page.getByRole('button', { name: 'Make default: Sunday check-in' }).click();
  await expect(page.getByRole('button', { name: 'Remove default: Sunday check-in' })).toBeVisible();

  // The client gets the new form at once.
  await client.goto('/client/check-in');
  await client.getByLabel('How was your week?').fill('Tired, and proud of it');
  await client.getByRole('radio', { name: '4' }).click();
  await client.getByRole('button', { name: 'Send check-in' }).click();
  await expect(client.getByText('Check-in sent')).toBeVisible();

  // The coach reviews and answers without a mouse.
  await page.goto(`/coach/${coachId}/check-ins`);
  await page.getByRole('link', { name: 'Start reviewing' }).press('Enter');
  await expect(page.getByText('Tired, and proud of it')).toBeVisible();
  // The field is ready at once; Escape leaves it for the keys of the screen.
  await expect(page.getByLabel('Reply to Nina Park')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Nina Park' })).toBeFocused();
  await page.keyboard.press('r');
  await expect(page.getByLabel('Reply to Nina Park')).toBeFocused();
  await page.keyboard.type('Rest on Monday, Nina.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { name: 'All caught up' })).toBeVisible();

  const bell = client.getByRole('button', { name: 'Notifications, 1 unread' });
  await reloadUntil(client, bell);
  await bell.click();
  await client.getByRole('button', { name: /Ana Silva replied to your check-in/ }).click();
  await expect(client).toHaveURL(/\/client\/messages$/);
  await expect(client.getByTestId('message')).toHaveText(['Rest on Monday, Nina.']);
  // The reply quotes the check-in and leads to it. Its day is the coach’s, which may be the day before the client’s.
  await client.getByRole('link', { name: /^Check-in from (?:today|yesterday).*Tired, and proud of it/ }).click();
  await expect(client).toHaveURL(/\/client\/check-in#check-in-[0-9a-f-]{36}$/);
  await expect(client.getByText('Rest on Monday, Nina.')).toBeInViewport();
});

test('coach and client add photos to check-ins, and the coach compares two days by keyboard', async ({
  page,
  coach,
  client,
  origin,
  allowComplaints,
}) => {
  test.slow();
  allowComplaints(/^Connecting to 'blob:/);
  const { coachId } = coach;
  await askForPhotos(page, coachId, origin);
  await page.goto(`/coach/${coachId}/clients`);
  await page.getByRole('link', { name: 'Nina Park', exact: true }).click();
  const addPhoto = async (form: Page, name: string) => {
    const chooser = form.waitForEvent('filechooser');
    await form.getByRole('button', { name: 'Front' }).click();
    await (await chooser).setFiles({ name, mimeType: 'image/png', buffer: ONE_PIXEL });
    await expect(form.getByRole('img', { name: 'Front, as chosen' })).toBeVisible();
  };
  await page.getByRole('link', { name: 'Log check-in' }).first().click();
  await addPhoto(page, 'logged.png');
  await page.getByRole('button', { name: 'Log check-in' }).click();
  await expect(page).toHaveURL(/\/client\/[0-9a-f-]{36}\?tab=check-ins$/);
  await client.goto('/client/check-in');
  await client.getByRole('button', { name: 'Send another check-in' }).click();
  await addPhoto(client, 'sent.png');
  await client.getByRole('button', { name: 'Send check-in' }).click();
  await expect(client.getByText('Check-in sent')).toBeVisible();
  await page.reload();
  await page.getByRole('tab', { name: 'Progress' }).click();
  const photos = page.getByRole('region', { name: 'Photos' });
  await expect(photos.getByRole('button', { name: /^Open Front/ })).toHaveCount(2);
  await photos.getByRole('combobox', { name: 'Before' }).focus();
  await page.keyboard.press('ArrowUp');
  await photos
    .getByRole('button', { name: /^Open Front/ })
    .first()
    .press('Enter');
  await expect(page.getByRole('dialog')).toContainText('of 2');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a coach logs a check-in for the client and changes its schedule', async ({ page, coach, nina }) => {
  const { coachId } = coach;
  await page.goto(`/coach/${coachId}/check-in`);
  await page.getByRole('link', { name: new RegExp(nina.name) }).click();
  await page.getByLabel('Weight (kg)').fill('71.4');
  await page.getByRole('button', { name: 'Log check-in' }).click();
  // An untouched slider is not an answer.
  await expect(page.getByText('Please answer this')).toHaveCount(2);
  await expect(page.getByRole('slider', { name: 'How much of the plan did Nina do?' })).toBeFocused();
  await answerBuiltIn(page, '3');
  await expect(page.getByText('100%')).toBeVisible();
  await page.getByRole('button', { name: 'Log check-in' }).click();
  await expect(page.getByText('Logged by you', { exact: true })).toBeVisible();
  await expect(page.getByRole('cell', { name: '71.4' })).toBeVisible();

  await page.getByRole('button', { name: 'Edit schedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Check-in schedule for Nina Park' });
  await dialog.getByText('Days of the week').click();
  await dialog.getByRole('button', { name: 'Save schedule' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please choose a day of the week.');
  await dialog.getByLabel('Mon').check();
  await dialog.getByLabel('Thu').check();
  await dialog.getByRole('button', { name: 'Save schedule' }).click();
  await expect(page.getByText('Mondays and Thursdays, Weekly check-in')).toBeVisible();
});
