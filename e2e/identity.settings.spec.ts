import type { Page } from '@playwright/test';
import { codesOf } from '../apps/server/test/totp.ts';
import { expect, PASSWORD, test, visit } from './support/test.ts';

/** The first step, on another device or after signing out. */
async function enterPassword(page: Page, email: string, path = '/auth') {
  await page.goto(path);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password').first().fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

const section = (page: Page, name: string) => page.getByRole('region', { name });

test('a coach signs in with a code, and with a recovery code when the phone is gone', async ({
  page,
  people,
  coach,
}) => {
  test.slow();
  const { email } = coach;
  await page.goto('/settings?section=security');
  await page.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn on two-factor sign-in' });
  await dialog.getByLabel('Current password').first().fill('not-my-password');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('That is not your current password.');
  await dialog.getByLabel('Current password').first().fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  const secret = ((await dialog.getByTestId('secret').textContent()) ?? '').replaceAll(' ', '');
  const [, now, after] = codesOf(secret);
  await dialog.getByLabel('Code from the app').fill(`${now.slice(0, 3)} ${now.slice(3)}`);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const shown = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(shown).toHaveCount(10);
  const codes = await shown.allTextContents();
  await dialog.getByRole('button', { name: 'I saved them' }).click();
  await expect(section(page, 'Two-factor sign-in').getByText('On', { exact: true })).toBeVisible();

  // Both steps remember the wanted page.
  const other = await people.openBrowser();
  await enterPassword(other, email, `/auth?next=${encodeURIComponent('/settings?section=security')}`);
  await other.getByRole('textbox', { name: 'Code' }).fill(now);
  await other.getByRole('button', { name: 'Continue' }).click();
  await expect(other.getByRole('alert')).toContainText('That code is not right');
  await other.goto('/settings');
  await expect(other).toHaveURL(/\/auth/);
  await enterPassword(other, email, `/auth?next=${encodeURIComponent('/settings?section=security')}`);
  await other.getByRole('textbox', { name: 'Code' }).fill(after);
  await other.getByRole('button', { name: 'Continue' }).click();
  await expect(other).toHaveURL(/\/settings\?section=security$/);
  await expect(section(other, 'Where you are signed in').getByText('This device')).toBeVisible();

  const third = await people.openBrowser();
  await enterPassword(third, email, '/auth-simple');
  await third.getByRole('button', { name: 'Use a recovery code' }).click();
  await third.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0] ?? '');
  await third.getByRole('checkbox', { name: /Trust this device/ }).check();
  await third.getByRole('button', { name: 'Continue' }).click();
  await expect(third).toHaveURL(/dashboard$/);

  // The first device ends the others.
  await page.reload();
  const devices = section(page, 'Where you are signed in').getByRole('listitem');
  await expect(devices).toHaveCount(3);
  await devices
    .nth(1)
    .getByRole('button', { name: /Sign out/ })
    .click();
  await expect(devices).toHaveCount(2);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(page.getByText('This is the only device that is signed in.')).toBeVisible();
  await third.goto('/settings');
  await expect(third).toHaveURL(/\/auth/);
  // A trusted device only needs the password.
  await enterPassword(third, email);
  await expect(third).toHaveURL(/dashboard$/);
});

test('a new password signs out everywhere else, where nothing typed is lost', async ({ page, people, coach }) => {
  const other = await people.openBrowser(coach.coachId);
  await other.goto('/settings?section=account');
  await other.getByLabel('Full name').fill('Ana Silva-Costa');
  await page.goto('/settings?section=account');
  const form = section(page, 'Password');
  await form.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
  await form.getByRole('textbox', { name: 'New password' }).fill('a-new-password-1');
  await form.getByRole('textbox', { name: 'Confirm password' }).fill('a-new-password-2');
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(form.getByText('Passwords do not match')).toBeVisible();
  await form.getByRole('textbox', { name: 'Confirm password' }).fill('a-new-password-1');
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();

  // The other page asks the server, because its live connection ended with the session.
  const again = other.getByRole('dialog', { name: 'Please sign in again' });
  await again.getByLabel('Password', { exact: false }).first().fill('a-new-password-1');
  await again.getByRole('button', { name: 'Sign In' }).click();
  await expect(again).toBeHidden();
  await expect(other.getByLabel('Full name')).toHaveValue('Ana Silva-Costa');
  await other.getByRole('button', { name: 'Save name' }).click();
  await expect(other.getByText('Name saved')).toBeVisible();
});

test('a client changes name and units, and ends the coaching', async ({ page, client }) => {
  test.slow();
  await page.goto('/coach-profile');
  await page.getByLabel('Headline').fill('Strength for busy people');
  await page.getByLabel('Website').fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Please enter a web address, like example.com')).toBeVisible();
  await page.getByLabel('Website').fill('example.com');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();

  await client.goto('/client/profile');
  await client.getByRole('link', { name: /Account/ }).click();
  await client.getByLabel('Full name').fill('Nina Sol');
  await client.getByRole('button', { name: 'Save name' }).click();
  await expect(client.getByText('Name saved')).toBeVisible();
  await client.getByRole('link', { name: 'Your profile', exact: true }).click();
  await client.getByRole('link', { name: /Units and time zone/ }).click();
  await client.getByText('Imperial: lb, oz, in').click();
  await client.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(client.getByText('Units and time zone saved')).toBeVisible();
  await client.reload();
  await expect(client.getByRole('radio', { name: /Imperial/ })).toBeChecked();

  await visit(client, '/client/profile?section=coach');
  await expect(client.getByText('Strength for busy people')).toBeVisible();
  await client.getByRole('button', { name: 'End the coaching' }).click();
  const end = client.getByRole('dialog');
  await expect(end.getByRole('button', { name: 'End the coaching' })).toBeDisabled();
  await end.getByLabel(/Type END/).fill('end');
  await end.getByRole('button', { name: 'End the coaching' }).click();
  await expect(client.getByText('Your coaching has ended. You can still read everything.')).toBeVisible();
  await expect(client.getByLabel('Invitation link')).toBeVisible();

  await page.goto('/notifications');
  await expect(page.getByText('Nina Sol ended the coaching.')).toBeVisible();
});

test('a coach adds a passkey, signs in with it and removes it', async ({ page, coach: _, origin }) => {
  // A device with a fingerprint reader, as the protocol of the browser makes it.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto('/settings?section=security');
  const card = section(page, 'Ways to sign in');
  await card.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(card.getByText('Chrome on Linux')).toBeVisible();
  await card.getByRole('button', { name: 'Rename Chrome on Linux' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('My laptop');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(card.getByText('My laptop')).toBeVisible();

  await page.getByRole('button', { name: /your menu/i }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/landing$/);
  await page.goto(`/auth?next=${encodeURIComponent('/settings?section=security')}`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(`${origin}/settings?section=security`);
  await expect(card.getByText(/^Last used .*, added/)).toBeVisible();

  await card.getByRole('button', { name: 'Remove My laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(card.getByText('My laptop')).toHaveCount(0);
});
