import type { Page } from '@playwright/test';
import { expectVisibleFocus, tabTo } from './support/keyboard.ts';
import { ONE_PIXEL } from './support/pictures.ts';
import { expect, linkMailedTo, newEmail, PASSWORD, test } from './support/test.ts';

const heading = (page: Page, title: string | RegExp) => page.getByRole('heading', { name: title, level: 1 });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** A new step focuses its heading. */
async function arrives(page: Page, title: string | RegExp): Promise<void> {
  await expect(heading(page, title)).toBeFocused();
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, button(page, name));
  await page.keyboard.press('Enter');
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

/** In the order of the keys in a date field. */
const BIRTHDAY = '02031990';

async function choosePhoto(page: Page): Promise<void> {
  // Asked for before the way to the button: the browser hands over its choosers only after a moment.
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, button(page, 'Choose a photo'));
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: ONE_PIXEL });
  await expect(button(page, 'Choose another photo')).toBeFocused();
}

test('a new coach sets up with the keyboard alone, continues in another browser, and has nothing left', async ({
  page,
  people,
  coach,
}) => {
  test.slow();
  await page.goto(`/coach/${coach.coachId}/dashboard`);
  const list = page.getByRole('region', { name: 'Getting started' });
  await expect(list.getByText('Tell clients who you are')).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Continue' }));
  await page.keyboard.press('Enter');
  await expect(heading(page, 'About you')).toBeVisible();
  await type(page, 'Headline', 'Strength for busy people');
  await type(page, 'Years of coaching', '7');
  await press(page, 'Next');

  await arrives(page, 'Your photo');
  await choosePhoto(page);
  await press(page, 'Next');

  await arrives(page, 'What you are good at');
  await type(page, 'Specialities', 'Strength, Running');
  await tabTo(page, button(page, 'Back'));
  await page.keyboard.press('Enter');
  await arrives(page, 'Your photo');
  await press(page, 'Next');
  await arrives(page, 'What you are good at');
  await expect(page.getByLabel('Specialities')).toHaveValue('Strength, Running');
  await press(page, 'Next');

  await arrives(page, 'Your certifications');
  await press(page, 'Add certification');
  const first = page.getByRole('group', { name: 'Certification 1' });
  await expect(first.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Coach B');
  await type(page, 'Issued by', 'DOSB');
  await press(page, 'Add certification');
  await press(page, 'Remove certification 2');
  await expect(button(page, 'Add certification')).toBeFocused();
  await expectVisibleFocus(page);
  // What is still open is where the focus goes.
  await press(page, 'Next');
  await expect(first.getByText('Please enter the year')).toBeVisible();
  await expect(first.getByLabel('Year')).toBeFocused();
  await page.keyboard.type('2019');
  await press(page, 'Next');

  await arrives(page, 'When clients can book you');

  // Another browser continues at the same step; a reload stays, and the browser's back leads to the step before.
  const second = await people.openBrowser(coach.coachId);
  await second.goto('/coach-onboarding');
  await expect(heading(second, 'When clients can book you')).toBeVisible();
  await second.goto('/coach-onboarding?step=certifications');
  await press(second, 'Next');
  await arrives(second, 'When clients can book you');
  await second.reload();
  await expect(heading(second, 'When clients can book you')).toBeVisible();
  await second.goBack();
  await expect(heading(second, 'Your certifications')).toBeVisible();
  await second.goForward();
  await expect(heading(second, 'When clients can book you')).toBeVisible();
  await press(second, 'Remove range 1 of Friday');
  await expect(button(second, 'Add hours on Friday')).toBeFocused();
  await second.keyboard.press('Space');
  await expect(second.getByLabel('Friday, range 1, from')).toBeFocused();
  await second.keyboard.type('0800AM');
  await tabTo(second, second.getByLabel('Session', { exact: true }));
  await press(second, 'Next');

  await arrives(second, 'Your first check-in form');
  await tabTo(second, second.getByRole('radiogroup', { name: 'Begin with' }));
  await second.keyboard.press('ArrowDown');
  await expect(second.getByRole('radio').nth(1)).toBeChecked();
  await press(second, 'Use this form');

  await arrives(second, 'Invite your clients');
  const [one, two] = [newEmail('sam'), newEmail('kim')];
  await type(second, 'Email addresses', `Sam Ode <${one}>, ${two}, not-an-address`);
  await press(second, 'Invite 2');
  const results = second.getByRole('region', { name: 'Invitations' });
  await expect(results.getByText('Invited', { exact: true })).toHaveCount(2);
  await expect(second.getByLabel('Email addresses')).toHaveValue('not-an-address');
  await linkMailedTo(second.request, one);
  await press(second, 'Next');

  await arrives(second, 'Ready');
  await tabTo(second, second.getByRole('link', { name: 'Go to your dashboard' }));
  await second.keyboard.press('Enter');
  await expect(second).toHaveURL(/dashboard$/);
  await expect(second.getByRole('heading', { name: /Good to see you/ })).toBeVisible();
  await expect(second.getByRole('region', { name: 'Getting started' })).toBeHidden();
  await second.goto('/coach-profile');
  await expect(second.getByRole('img', { name: 'You', exact: true })).toBeVisible();
});

test('a client answers with the keyboard alone', async ({ page, people, coach }) => {
  test.slow();
  const { email } = await people.invite(page, coach);
  const client = await people.openBrowser();
  await client.goto(await linkMailedTo(page.request, email));
  await type(client, 'Choose a password', PASSWORD);
  await press(client, 'Accept and start');
  await expect(client.getByRole('heading', { name: 'Before we begin' })).toBeVisible();
  await tabTo(client, client.getByLabel('Date of birth'));
  await client.keyboard.type(BIRTHDAY);
  // The first open question gets the focus.
  await press(client, 'Next');
  await expect(client.getByRole('checkbox', { name: /I agree/ })).toBeFocused();
  await expectVisibleFocus(client);
  await client.keyboard.press('Space');
  await press(client, 'Next');

  await arrives(client, 'Your health');
  const questions = client.getByRole('radiogroup');
  for (let at = 0; at < (await questions.count()); at += 1) {
    await tabTo(client, questions.nth(at));
    await client.keyboard.press('Space');
  }
  await press(client, 'Next');
  await arrives(client, 'Your goal');
  await type(client, 'Goal', 'Run 10 km');
  await press(client, 'Next');
  await arrives(client, 'How you eat');
  await tabTo(client, client.getByRole('combobox', { name: 'Allergies' }));
  await client.keyboard.type('Peanuts');
  await client.keyboard.press('Enter');
  await press(client, 'Next');
  await arrives(client, 'Where you start');
  await press(client, 'Skip');
  await arrives(client, 'Your photo');
  await choosePhoto(client);
  await press(client, 'Next');
  await arrives(client, 'When you can train');
  await tabTo(client, client.getByRole('checkbox', { name: 'Monday evening' }));
  await client.keyboard.press('Space');
  await press(client, 'Next');
  await arrives(client, 'Ready');
  await press(client, 'Finish');
  await arrives(client, 'You are ready');
  const withdraw = /^(Take back|Withdraw) consent/;
  await press(client, withdraw);
  const dialog = client.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await client.keyboard.press('Escape');
  await expect(button(client, withdraw)).toBeFocused();
  await client.keyboard.press('Enter');
  await tabTo(client, dialog.getByRole('button', { name: /^(Take back|Withdraw)/ }));
  await client.keyboard.press('Enter');
  await arrives(client, /consent is/);
});
