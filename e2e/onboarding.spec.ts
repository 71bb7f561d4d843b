import type { Page } from '@playwright/test';
import { ONE_PIXEL } from './support/pictures.ts';
import { acceptInvitation, expect, linkMailedTo, PASSWORD, reloadUntil, test, visit } from './support/test.ts';

const step = (page: Page, title: string) => page.getByRole('heading', { name: title, level: 1 });
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true });
const question = (page: Page, text: string) => page.getByRole('radiogroup', { name: text });

const HEART = 'Has a doctor told you that you have a heart condition';

async function sayNo(page: Page) {
  for (const no of await page.getByRole('radio', { name: 'No', exact: true }).all()) await no.check();
}

test('a client answers on a phone, continues at a desk, and the coach sees the findings', async ({
  page,
  people,
  coach,
}) => {
  test.slow();
  const { coachId, clientId, email } = await people.invite(page, coach);
  const client = await acceptInvitation(
    await people.openPhone(undefined, { locale: 'en-GB' }),
    await linkMailedTo(page.request, email),
  );

  // Under 18 it stops with a clear message.
  await expect(step(client, 'Before we begin')).toBeVisible();
  await client.getByLabel('Date of birth').fill('2015-05-01');
  await expect(client.getByRole('heading', { name: 'We have to stop here for now' })).toBeVisible();
  await expect(next(client)).toBeHidden();
  await client.getByLabel('Date of birth').fill('1990-02-03');
  await next(client).click();
  await expect(client.getByText("Without it we can't ask about health")).toBeVisible();
  await client.getByRole('checkbox', { name: /I agree/ }).check();
  await next(client).click();

  await expect(step(client, 'Your health')).toBeVisible();
  await next(client).click();
  await expect(client.getByText('16 questions are still open.')).toBeVisible();
  await sayNo(client);
  await question(client, HEART).getByRole('radio', { name: 'Yes' }).check();
  await expect(client.getByText('Many people train well with it.')).toBeVisible();
  await client.getByLabel('What should your coach know?').fill('Pills in the morning');
  await client.getByRole('radio', { name: 'I am not sure' }).check();
  await next(client).click();
  await expect(step(client, 'Your goal')).toBeVisible();
  await client.getByRole('textbox', { name: 'Goal', exact: true }).fill('Run 10 km');
  await next(client).click();
  await expect(step(client, 'How you eat')).toBeVisible();

  // Another device continues at the same step.
  const second = await people.openBrowser();
  await second.goto('/auth?next=/client-onboarding');
  await second.getByRole('textbox', { name: 'Email' }).fill(email);
  await second.getByLabel('Password', { exact: false }).first().fill(PASSWORD);
  await second.getByRole('button', { name: 'Sign In' }).click();
  await expect(step(second, 'How you eat')).toBeVisible();
  await second.getByRole('button', { name: 'Back' }).click();
  await expect(second.getByRole('textbox', { name: 'Goal', exact: true })).toHaveValue('Run 10 km');
  await next(second).click();
  // The goal can be skipped, too.
  await expect(step(second, 'How you eat')).toBeVisible();
  await second.getByRole('button', { name: 'Skip' }).click();
  await expect(step(second, 'Where you start')).toBeVisible();
  await second.getByLabel('Height in cm').fill('170');
  await second.getByLabel('Start weight in kg').fill('80');
  await next(second).click();
  await expect(step(second, 'Your photo')).toBeVisible();
  await second.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: ONE_PIXEL });
  await expect(second.getByRole('button', { name: 'Skip' })).toBeHidden();
  await next(second).click();
  await expect(step(second, 'When you can train')).toBeVisible();
  await second.getByRole('checkbox', { name: 'Monday morning' }).check();
  await next(second).click();
  await expect(step(second, 'Ready')).toBeVisible();
  await expect(second.getByRole('button', { name: 'Add: How you eat' })).toBeVisible();
  await expect(second.getByRole('button', { name: 'Change: Your photo' })).toBeVisible();
  await second.getByRole('button', { name: 'Finish' }).click();
  await expect(step(second, 'You are ready')).toBeVisible();

  await page.goto('/notifications');
  await reloadUntil(page, page.getByText('Onboarding finished').first());
  await visit(page, `/coach/${coachId}/client/${clientId}?tab=details`);
  const health = page.getByRole('region', { name: 'Health' });
  await expect(health.getByText('Heart or blood pressure')).toBeVisible();
  await expect(health.getByText('Refer first')).toBeVisible();
  await expect(health.getByText('In their words: Pills in the morning')).toBeVisible();

  // Withdrawing the consent deletes the answers for the coach too.
  await second.getByRole('button', { name: /^Withdraw consent/ }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Withdraw consent' }).click();
  await expect(second.getByText('no health answers are stored')).toBeVisible();
  await page.reload();
  await expect(health.getByText('the health answers are deleted')).toBeVisible();
});

test('a coach fills in the onboarding with a client, who confirms it when they join', async ({
  page,
  people,
  coach,
}) => {
  test.slow();
  const { coachId, email } = await people.invite(page, coach);
  await page.goto(`/coach/${coachId}/client-onboarding`);
  await page.getByRole('button', { name: 'Onboard Nina Park' }).click();
  await page.getByLabel('Date of birth').fill('1990-02-03');
  await page.getByRole('checkbox', { name: /Nina Park agrees/ }).check();
  await next(page).click();
  await expect(step(page, 'Your health')).toBeVisible();
  await sayNo(page);
  await next(page).click();
  for (const title of ['Your goal', 'How you eat', 'Where you start']) {
    await expect(step(page, title)).toBeVisible();
    await page.getByRole('button', { name: 'Skip' }).click();
  }
  await expect(page.getByText('can add a photo once they have joined')).toBeVisible();
  await next(page).click();
  await expect(step(page, 'When you can train')).toBeVisible();
  await page.getByRole('button', { name: 'Skip' }).click();
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(step(page, 'Nina Park is ready')).toBeVisible();

  const client = await acceptInvitation(await people.openPhone(), await linkMailedTo(page.request, email));
  await expect(step(client, 'Is this right?')).toBeVisible();
  await client.goto('/client/dashboard');
  await client.getByRole('link', { name: 'Check your answers' }).click();
  await client.getByRole('button', { name: 'Yes, this is right' }).click();
  await expect(step(client, 'You are ready')).toBeVisible();
  await client.getByRole('link', { name: 'Go to your dashboard' }).click();
  await expect(client.getByRole('heading', { name: 'Hello, Nina' })).toBeVisible();
  await expect(client.getByRole('region', { name: 'Your onboarding' })).toBeHidden();
});
