import type { Page } from '@playwright/test';
import { expectVisibleFocus, tabTo } from './support/keyboard.ts';
import { ONE_PIXEL } from './support/pictures.ts';
import { addClient, expect, linkMailedTo, newEmail, PASSWORD, signInNewCoach, test } from './support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A new step begins at its heading, which says what it is. */
async function arrives(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeFocused();
}

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, button(page, name));
  await page.keyboard.press('Enter');
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

/** As it is typed into a field for a date. */
const BIRTHDAY = '02031990';

async function choosePhoto(page: Page): Promise<void> {
  await tabTo(page, button(page, 'Choose a photo'));
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
  await chooser.setFiles({ name: 'me.png', mimeType: 'image/png', buffer: ONE_PIXEL });
  await expect(button(page, 'Choose another photo')).toBeFocused();
}

test('a coach sets up with the keyboard alone', async ({ page, request, origin }) => {
  await signInNewCoach(page, request, origin);
  await tabTo(page, page.getByRole('link', { name: 'Continue' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'About you', level: 1 })).toBeVisible();
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
  await press(page, 'Remove range 1 of Friday');
  await expect(button(page, 'Add hours on Friday')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Friday, range 1, from')).toBeFocused();
  await page.keyboard.type('0800AM');
  await tabTo(page, page.getByLabel('Session', { exact: true }));
  await press(page, 'Next');

  await arrives(page, 'Your first check-in form');
  await tabTo(page, page.getByRole('radiogroup', { name: 'Begin with' }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio').nth(1)).toBeChecked();
  await press(page, 'Use this form');

  await arrives(page, 'Invite your clients');
  await type(page, 'Email addresses', newEmail('sam'));
  await press(page, 'Invite 1');
  await expect(page.getByRole('region', { name: 'Invitations' }).getByText('Invited', { exact: true })).toBeVisible();
  await press(page, 'Next');

  await arrives(page, 'Ready');
  await tabTo(page, page.getByRole('link', { name: 'Go to your dashboard' }));
  await tabTo(page, button(page, 'Back'));
  await tabTo(page, page.getByRole('link', { name: 'Go to your dashboard' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/dashboard$/);
});

test('a client answers with the keyboard alone', async ({ page, request, browser, origin }) => {
  const { coachId } = await signInNewCoach(page, request, origin);
  const { email } = await addClient(page, coachId);
  const desk = await browser.newContext();
  const client = await desk.newPage();
  await client.goto(await linkMailedTo(page.request, email));
  await type(client, 'Choose a password', PASSWORD);
  await press(client, 'Accept and start');
  await expect(client.getByRole('heading', { name: 'Before we begin' })).toBeVisible();
  await tabTo(client, client.getByLabel('Date of birth'));
  await client.keyboard.type(BIRTHDAY);
  // What is open is where the focus goes.
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
  await press(client, 'Take back consent');
  const dialog = client.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await client.keyboard.press('Escape');
  await expect(button(client, 'Take back consent')).toBeFocused();
  await client.keyboard.press('Enter');
  await tabTo(client, dialog.getByRole('button', { name: 'Take back' }));
  await client.keyboard.press('Enter');
  await arrives(client, 'You withdrew your consent');
  await desk.close();
});
