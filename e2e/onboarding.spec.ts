import type { Page } from '@playwright/test';
import { expectNoViolationsInBothColours } from './support/accessibility.ts';
import { ONE_PIXEL } from './support/pictures.ts';
import { addClient, expect, linkMailedTo, listen, newEmail, PASSWORD, signInNewCoach, test } from './support/test.ts';

const step = (page: Page, title: string) => page.getByRole('heading', { name: title, level: 1 });
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true });
const question = (page: Page, text: string) => page.getByRole('radiogroup', { name: text });

const HEART = 'Has a doctor told you that you have a heart condition';

async function sayNo(page: Page) {
  for (const no of await page.getByRole('radio', { name: 'No', exact: true }).all()) await no.check();
}

async function accept(client: Page, link: string) {
  await client.goto(link);
  await client.getByRole('textbox', { name: 'Choose a password' }).fill(PASSWORD);
  await client.getByRole('button', { name: 'Accept and start' }).click();
  await expect(client).toHaveURL(/\/client-onboarding$/);
}

test('a client answers on a phone, goes on at a desk, and the coach reads what to refer', async ({
  page,
  request,
  browser,
  origin,
  complaints,
}) => {
  const { coachId } = await signInNewCoach(page, request, origin);
  const { clientId, email } = await addClient(page, coachId);
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  listen(phone, complaints);
  const client = await phone.newPage();
  await accept(client, await linkMailedTo(page.request, email));

  // Under 18 it stops, and says so plainly.
  await expect(step(client, 'Before we begin')).toBeVisible();
  await client.getByLabel('Date of birth').fill('2015-05-01');
  await expect(client.getByRole('heading', { name: 'We have to stop here for now' })).toBeVisible();
  await expect(next(client)).toBeHidden();
  await client.getByLabel('Date of birth').fill('1990-02-03');
  await next(client).click();
  await expect(client.getByText('Without it we cannot ask about health')).toBeVisible();
  await client.getByRole('checkbox', { name: /I agree/ }).check();
  await expectNoViolationsInBothColours(client);
  await next(client).click();

  await expect(step(client, 'Your health')).toBeVisible();
  await next(client).click();
  await expect(client.getByText('11 questions are still open.')).toBeVisible();
  await sayNo(client);
  await question(client, HEART).getByRole('radio', { name: 'Yes' }).check();
  await expect(client.getByText('Many people train well with it.')).toBeVisible();
  await client.getByLabel('What should your coach know?').fill('Pills in the morning');
  await client.getByRole('radio', { name: 'I am not sure' }).check();
  await expectNoViolationsInBothColours(client);
  await next(client).click();
  await expect(step(client, 'Your goal')).toBeVisible();
  await client.getByRole('textbox', { name: 'Goal', exact: true }).fill('Run 10 km');
  await next(client).click();
  await expect(step(client, 'How you eat')).toBeVisible();

  // Another device goes on there.
  const desk = await browser.newContext();
  listen(desk, complaints);
  const second = await desk.newPage();
  await second.goto('/auth?next=/client-onboarding');
  await second.getByRole('textbox', { name: 'Email' }).fill(email);
  await second.getByLabel('Password', { exact: false }).first().fill(PASSWORD);
  await second.getByRole('button', { name: 'Sign In' }).click();
  await expect(step(second, 'How you eat')).toBeVisible();
  await second.getByRole('button', { name: 'Back' }).click();
  await expect(second.getByRole('textbox', { name: 'Goal', exact: true })).toHaveValue('Run 10 km');
  await next(second).click();
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
  await expectNoViolationsInBothColours(second);
  await next(second).click();
  await expect(step(second, 'Ready')).toBeVisible();
  await expect(second.getByRole('button', { name: 'Add: How you eat' })).toBeVisible();
  await expect(second.getByRole('button', { name: 'Change: Your photo' })).toBeVisible();
  await second.getByRole('button', { name: 'Finish' }).click();
  await expect(step(second, 'You are ready')).toBeVisible();
  await expectNoViolationsInBothColours(second);

  await page.goto('/notifications');
  await expect(page.getByText('Onboarding finished').first()).toBeVisible();
  await page.goto(`/coach/${coachId}/client/${clientId}?tab=details`);
  const health = page.getByRole('region', { name: 'Health' });
  await expect(health.getByText('Heart or blood pressure')).toBeVisible();
  await expect(health.getByText('Refer first')).toBeVisible();
  await expect(health.getByText('In their words: Pills in the morning')).toBeVisible();
  await expectNoViolationsInBothColours(page);

  // Taken back, it is gone for the coach as well.
  await second.getByRole('button', { name: 'Take back consent' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await expect(second.getByText('no health answers are stored')).toBeVisible();
  await page.reload();
  await expect(health.getByText('the health answers are deleted')).toBeVisible();
  await Promise.all([phone.close(), desk.close()]);
});

test('a coach fills it in with a client, who confirms it when they join', async ({
  page,
  request,
  browser,
  origin,
  complaints,
}) => {
  const { coachId } = await signInNewCoach(page, request, origin);
  const { email } = await addClient(page, coachId);
  await page.goto(`/coach/${coachId}/client-onboarding`);
  await page.getByRole('button', { name: 'Onboard Nina Park' }).click();
  await page.getByLabel('Date of birth').fill('1990-02-03');
  await page.getByRole('checkbox', { name: /Nina Park agrees/ }).check();
  await next(page).click();
  await expect(step(page, 'Your health')).toBeVisible();
  await sayNo(page);
  await expectNoViolationsInBothColours(page);
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

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  listen(phone, complaints);
  const client = await phone.newPage();
  await accept(client, await linkMailedTo(page.request, email));
  await expect(step(client, 'Is this right?')).toBeVisible();
  await expectNoViolationsInBothColours(client);
  await client.goto('/client/dashboard');
  await client.getByRole('link', { name: 'Have a look' }).click();
  await client.getByRole('button', { name: 'Yes, this is right' }).click();
  await expect(step(client, 'You are ready')).toBeVisible();
  await client.getByRole('link', { name: 'Go to your dashboard' }).click();
  await expect(client.getByRole('heading', { name: 'Hello, Nina' })).toBeVisible();
  await expect(client.getByRole('region', { name: 'Your onboarding' })).toBeHidden();
  await phone.close();
});

test('a new coach sets up, goes on in another browser, and has nothing left', async ({
  page,
  request,
  browser,
  origin,
  complaints,
}) => {
  const { coachId, email } = await signInNewCoach(page, request, origin);
  const list = page.getByRole('region', { name: 'Getting started' });
  await expect(list.getByText('Tell clients who you are')).toBeVisible();
  await expectNoViolationsInBothColours(page);
  await list.getByRole('link', { name: 'Continue' }).click();
  await expect(step(page, 'About you')).toBeVisible();
  await page.getByLabel('Headline').fill('Strength for busy people');
  await next(page).click();
  await expect(step(page, 'Your photo')).toBeVisible();
  await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: ONE_PIXEL });
  await next(page).click();
  await expect(step(page, 'What you are good at')).toBeVisible();

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  listen(phone, complaints);
  const second = await phone.newPage();
  await second.goto('/auth?next=/coach-onboarding');
  await second.getByRole('textbox', { name: 'Email' }).fill(email);
  await second.getByLabel('Password', { exact: false }).first().fill(PASSWORD);
  await second.getByRole('button', { name: 'Sign In' }).click();
  await expect(step(second, 'What you are good at')).toBeVisible();
  await second.getByRole('button', { name: 'Skip' }).click();
  await expect(step(second, 'Your certifications')).toBeVisible();
  await second.getByRole('button', { name: 'Skip' }).click();
  await expect(step(second, 'When clients can book you')).toBeVisible();
  // A reload stays, the browser's back goes to the step before.
  await second.reload();
  await second.goBack();
  await expect(step(second, 'Your certifications')).toBeVisible();
  await second.goForward();
  await expect(step(second, 'When clients can book you')).toBeVisible();
  await second.getByRole('button', { name: 'Remove range 1 of Friday' }).click();
  await expectNoViolationsInBothColours(second);
  await next(second).click();
  await expect(step(second, 'Your first check-in form')).toBeVisible();
  await second.getByRole('radio', { name: 'Habits' }).check();
  await expectNoViolationsInBothColours(second);
  await second.getByRole('button', { name: 'Use this form' }).click();
  await expect(step(second, 'Invite your clients')).toBeVisible();
  const [one, two] = [newEmail('sam'), newEmail('kim')];
  await second.getByLabel('Email addresses').fill(`Sam Ode <${one}>, ${two}, nobody`);
  await second.getByRole('button', { name: 'Invite 2' }).click();
  const results = second.getByRole('region', { name: 'Invitations' });
  await expect(results.getByText('Invited', { exact: true })).toHaveCount(2);
  await expect(second.getByLabel('Email addresses')).toHaveValue('nobody');
  await expectNoViolationsInBothColours(second);
  await next(second).click();
  await expect(step(second, 'Ready')).toBeVisible();
  await expectNoViolationsInBothColours(second);
  await linkMailedTo(page.request, one);

  await page.goto(`/coach/${coachId}/dashboard`);
  await expect(page.getByRole('heading', { name: /Good to see you/ })).toBeVisible();
  await expect(list).toBeHidden();
  await page.goto('/coach-profile');
  await expect(page.getByRole('img', { name: 'You', exact: true })).toBeVisible();
  await phone.close();
});
