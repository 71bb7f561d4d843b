import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

const step = (page: Page, title: string) => page.getByRole('heading', { name: title, level: 1 });
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true });

/** Goes back in the browser and forward again. */
async function backAndForward(page: Page, before: string, here: string): Promise<void> {
  await page.goBack();
  await expect(step(page, before)).toBeVisible();
  await page.goForward();
  await expect(step(page, here)).toBeVisible();
}

test('a coach finds typed answers again after going back, and the client does not see them', async ({
  page,
  people,
  coach,
}) => {
  test.slow();
  const { coachId } = coach;
  await page.goto(`/coach/${coachId}/dashboard`);
  await page.getByRole('link', { name: 'Continue' }).click();
  const headline = page.getByLabel('Headline');
  await headline.fill('Strength for busy people');
  await page.goBack();
  await expect(page).toHaveURL(/dashboard$/);
  await page.goForward();
  await expect(headline).toHaveValue('Strength for busy people');
  await next(page).click();
  await expect(step(page, 'Your photo')).toBeVisible();
  await page.getByRole('button', { name: 'Skip' }).click();
  await page.getByLabel('Languages').fill('Spanish');
  await backAndForward(page, 'Your photo', 'What you are good at');
  await expect(page.getByLabel('Languages')).toHaveValue('Spanish');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(page.getByLabel('Languages')).toHaveValue('Spanish');
  await next(page).click();
  await page.getByRole('button', { name: 'Add certification' }).click();
  await page.getByLabel('Issued by').fill('DOSB');
  await backAndForward(page, 'What you are good at', 'Your certifications');
  await expect(page.getByLabel('Issued by')).toHaveValue('DOSB');
  await page.getByRole('button', { name: 'Skip' }).click();
  await page.getByRole('button', { name: 'Remove range 1 of Friday' }).click();
  await page.getByLabel('Session', { exact: true }).fill('Running lesson');
  await backAndForward(page, 'Your certifications', 'When clients can book you');
  await expect(page.getByRole('button', { name: 'Remove range 1 of Friday' })).toBeHidden();
  await expect(page.getByLabel('Session', { exact: true })).toHaveValue('Running lesson');
  await page.getByRole('button', { name: 'Skip' }).click();
  await page.getByRole('radio', { name: 'Habits' }).check();
  await backAndForward(page, 'When clients can book you', 'Your first check-in form');
  await expect(page.getByRole('radio', { name: 'Habits' })).toBeChecked();
  await page.getByRole('button', { name: 'Skip' }).click();
  await page.getByLabel('Email addresses').fill('sam@');
  await backAndForward(page, 'Your first check-in form', 'Invite your clients');
  await expect(page.getByLabel('Email addresses')).toHaveValue('sam@');
  await page.getByLabel('Email addresses').fill('');

  const nina = await people.createClient(coach);
  // Only headline and languages are saved, so the page asks before it closes.
  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto(`/coach/${coachId}/client-onboarding`);
  await page.getByRole('button', { name: 'Onboard Nina Park' }).click();
  await page.getByLabel('Date of birth').fill('1990-02-03');
  await backAndForward(page, 'Onboard a client', 'Before we begin');
  await expect(page.getByLabel('Date of birth')).toHaveValue('1990-02-03');
  await page.getByRole('checkbox', { name: /Nina Park agrees/ }).check();
  await next(page).click();
  await expect(step(page, 'Your health')).toBeVisible();
  const heart = page.getByRole('radiogroup', { name: /heart condition/ });
  await heart.getByRole('radio', { name: 'Yes' }).check();
  await page.getByLabel('What should your coach know?').fill('Pills');
  await backAndForward(page, 'Before we begin', 'Your health');
  await expect(heart.getByRole('radio', { name: 'Yes' })).toBeChecked();
  await expect(page.getByLabel('What should your coach know?')).toHaveValue('Pills');

  const client = await people.openPhone(nina.userId);
  await client.goto('/client-onboarding');
  await expect(step(client, 'Your health')).toBeVisible();
  // Unsaved answers of the coach stay with the coach.
  await expect(client.getByRole('radio', { checked: true })).toHaveCount(0);
  await client.getByRole('radio', { name: 'No', exact: true }).first().check();
  await client.getByRole('button', { name: 'Back' }).click();
  await expect(step(client, 'Before we begin')).toBeVisible();
  await client.goBack();
  await expect(step(client, 'Your health')).toBeVisible();
  await expect(client.getByRole('radio', { checked: true })).toHaveCount(1);
});
