import type { Browser, Page } from '@playwright/test';
import { expect, linkMailedTo, listen, newEmail, PASSWORD } from './test.ts';

/** A new client of the coach on `page`, signed in on a phone. */
export async function invite(page: Page, browser: Browser, coachId: string, complaints: string[]): Promise<Page> {
  const email = newEmail('nina');
  await page.goto(`/coach/${coachId}/clients`);
  await page.getByRole('button', { name: 'Add your first client' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add client' });
  await dialog.getByLabel('Full name').fill('Nina Park');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Invitation sent')).toBeVisible();
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  listen(phone, complaints);
  const client = await phone.newPage();
  await client.goto(await linkMailedTo(page.request, email));
  await client.getByRole('textbox', { name: 'Choose a password' }).fill(PASSWORD);
  await client.getByRole('button', { name: 'Accept and start' }).click();
  await expect(client).toHaveURL(/\/client-onboarding$/);
  await client.goto('/client/dashboard');
  return client;
}

export const field = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });
export const messages = (page: Page) => page.getByTestId('message');
/** Far below the ten seconds of polling: what arrives so soon came over the live connection. */
export const LIVE = { timeout: 4000 };

/** Answers what the first form of a coach asks for, without a mouse. */
export async function answerBuiltIn(page: Page, energy = '4'): Promise<void> {
  await page.getByRole('slider', { name: 'How much of the plan did you do?' }).press('End');
  await page.getByRole('radio', { name: energy }).click();
}
