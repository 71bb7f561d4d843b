import { codesOf } from '../apps/server/test/totp.ts';
import { test } from './support/own-server.ts';
import { expect, linkMailedTo, newEmail, PASSWORD } from './support/test.ts';

// The message and the closed form affect every story, so this one has a separate server.
test('an admin invites a second operator, sets a message and closes the contact form', async ({
  page,
  request,
  people,
}) => {
  test.slow();
  await people.signInDemo(page, 'demo.operator@example.com');
  await page.goto('/operator-dashboard');
  await page.getByRole('button', { name: 'Platform' }).click();
  await page.getByRole('menuitem', { name: 'Operators' }).click();
  await page.getByRole('button', { name: 'Invite an operator' }).click();
  const email = newEmail('sam');
  const invite = page.getByRole('dialog', { name: 'Invite an operator' });
  await invite.getByLabel('Email').fill(email);
  await invite.getByRole('radio', { name: /Support/ }).check();
  await invite.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('list', { name: 'Open invitations' }).getByText(email)).toBeVisible();

  const second = await people.openBrowser();
  await second.goto(await linkMailedTo(request, email));
  await second.getByLabel('Your name').fill('Sam Support');
  await second.getByRole('textbox', { name: 'Choose a password' }).fill(PASSWORD);
  await second.getByRole('button', { name: 'Accept invitation' }).click();
  await second.getByRole('link', { name: 'Set up two-factor sign-in' }).click();
  await expect(second.getByText('The console is closed')).toBeVisible();
  await second.getByRole('button', { name: 'Turn on' }).click();
  const setup = second.getByRole('dialog');
  await setup.getByLabel('Current password').first().fill(PASSWORD);
  await setup.getByRole('button', { name: 'Continue' }).click();
  const secret = ((await setup.getByTestId('secret').textContent()) ?? '').replaceAll(' ', '');
  await setup.getByLabel('Code from the app').fill(codesOf(secret)[1]);
  await setup.getByRole('button', { name: 'Confirm' }).click();
  await setup.getByRole('button', { name: 'I saved them' }).click();
  await second.getByRole('link', { name: 'Open the console' }).click();
  await expect(second.getByRole('heading', { name: 'Dashboard', exact: true })).toBeVisible();
  await second.goto('/operator/coach-approval');
  await expect(second.getByRole('heading', { name: 'Coach Approval' })).toBeVisible();
  await expect(second.getByRole('link', { name: 'Operators' })).toHaveCount(0);
  expect((await second.request.get('/rest/v1/operator/operators')).status()).toBe(403);

  await page.goto('/operator/settings?section=banner');
  await page.getByLabel('Text').fill('We move to new servers on Sunday.');
  await page.getByLabel('Audience').selectOption('Visitors');
  await page.getByRole('button', { name: 'Save message' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await page.getByRole('link', { name: /^Features/ }).click();
  await page.getByRole('switch', { name: 'Contact form' }).click();
  // The toast is still that of the message, and the button is disabled while it saves.
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await page.getByRole('button', { name: 'Save features' }).click();
  await saved;
  await expect(page.getByRole('button', { name: 'Save features' })).toBeDisabled();
  await expect(page.getByRole('region', { name: 'Message from the team' })).toHaveCount(0);

  const visitor = await people.openBrowser();
  await visitor.goto('/contact');
  const message = visitor.getByRole('region', { name: 'Message from the team' });
  await expect(message).toContainText('We move to new servers on Sunday.');
  await expect(visitor.getByText('The contact form is closed')).toBeVisible();
  await expect(visitor.getByLabel('First name')).toHaveCount(0);
  await message.getByRole('button', { name: 'Close message' }).click();
  await visitor.reload();
  await expect(visitor.getByText('The contact form is closed')).toBeVisible();
  await expect(message).toHaveCount(0);
});
