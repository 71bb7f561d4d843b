import type { Page } from '@playwright/test';

export const field = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });
export const messages = (page: Page) => page.getByTestId('message');
/** Far below the ten seconds of polling, so a message this fast came over the live connection. */
export const LIVE = { timeout: 4000 };

/** Answers the required questions of the built-in form without a mouse. */
export async function answerBuiltIn(page: Page, energy = '4'): Promise<void> {
  await page.getByRole('slider', { name: /^How much of the plan did .* do\?$/ }).press('End');
  await page.getByRole('radio', { name: energy }).click();
}
