import { expect, linkMailedTo, newEmail, PASSWORD, signIn, signUp, test } from './support/test.ts';

test('a coach signs in at the second attempt, returns to the wanted page, and signs out in every tab', async ({
  page,
  context,
  people,
  origin,
}) => {
  const { coachId, email } = await people.createCoach({ name: 'Jamie Chen', plan: 'plus' });
  await page.goto(`/coach/${coachId}/calendar`);
  await expect(page).toHaveURL(/\/auth\?next=/);
  const password = page.getByLabel('Password', { exact: false }).first();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await password.fill('not-the-password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password' })).toBeVisible();
  await password.fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Signed in successfully')).toBeVisible();
  await expect(page).toHaveURL(`${origin}/coach/${coachId}/calendar`);
  const profile = () => page.evaluate(() => localStorage.getItem('coachProfile'));
  expect(JSON.parse((await profile()) ?? '{}')).toMatchObject({ initials: 'JC', role: 'Coach-Plus' });

  // The sign-in page leads a signed-in coach home.
  const other = await context.newPage();
  await other.goto('/auth');
  await expect(other).toHaveURL(/\/dashboard$/);
  await page.getByRole('button', { name: /your menu/i }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/landing$/);
  await expect(other).toHaveURL(/\/landing$/);
  expect(await profile()).toBeNull();
});

test('the demo accounts sign in, and no address leads to another site', async ({ page, origin }) => {
  await page.goto('/auth?next=//evil.example/');
  await page.getByRole('textbox', { name: 'Email' }).fill('demo.client2@example.com');
  await page.getByLabel('Password', { exact: false }).first().fill('demo-password-1');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(`${origin}/client/dashboard`);
  await page.context().clearCookies();
  await signIn(page, 'demo.operator@example.com');
  await expect(page).toHaveURL(/\/operator-dashboard$/);
});

test('a forgotten password is replaced through the mail', async ({ page, request, people, origin }) => {
  const { email } = await people.createPerson({ name: 'Fay Getful' });
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByText('Please check your email for the password reset link.')).toBeVisible();

  const link = await linkMailedTo(request, email, 'Reset');
  await page.goto(link);
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.getByRole('textbox', { name: 'New password' }).fill('a-brand-new-password');
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('a-brand-new-password');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(page.getByText('Password reset successful. You are now logged in.')).toBeVisible();
  await expect(page).toHaveURL(/\/client\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'You have no coach yet' })).toBeVisible();

  // The link works once, and the old password no longer.
  await page.context().clearCookies();
  await page.goto(link);
  await expect(page.getByText('This reset link no longer works')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send Reset Link' })).toBeVisible();
  const old = await request.post('/auth/v1/sign-in/email', {
    data: { email, password: PASSWORD },
    headers: { origin },
  });
  expect(old.status()).toBe(401);
});

test('a new coach verifies the address before inviting, with a new link if the first has expired', async ({
  page,
  request,
  origin,
}) => {
  const email = newEmail('coach');
  await signUp(request, origin, { name: 'Vera Fied', email, planIntent: 'base' });
  const link = await linkMailedTo(request, email);
  await page.goto('/links/verify-email?token=expired');
  await expect(page.getByText('Failed to verify your email. Please try signing in normally.')).toBeVisible();
  await page.getByRole('link', { name: 'Request New Verification Link' }).click();
  // The sign-in page has a field of the same name, which must be gone first.
  await expect(page.getByRole('heading', { name: 'Request a new verification link' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send verification link' }).click();
  await expect(page.getByText('a new link is on its way')).toBeVisible();

  await signIn(page, email, PASSWORD);
  await page.getByRole('link', { name: 'Clients', exact: true }).first().click();
  await page.getByRole('button', { name: 'Add your first client' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add client' });
  await dialog.getByLabel('Full name').fill('Nina Park');
  await dialog.getByLabel('Email').fill(newEmail('nina'));
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Please verify your email address first.');

  await page.goto(link);
  await expect(page.getByText('Email verified successfully. You are now logged in.')).toBeVisible();
  await expect(page).toHaveURL(/\/coach\/[0-9a-f-]{36}\/dashboard$/);
});

test('the owner of an address takes over an account that a stranger created with it', async ({
  page,
  request,
  origin,
}) => {
  const email = newEmail('owner');
  await signUp(request, origin, { name: 'Olive Owner', email, planIntent: 'base' });
  const signInWith = (password: string) =>
    request.post('/auth/v1/sign-in/email', { data: { email, password }, headers: { origin } });
  expect((await signInWith(PASSWORD)).status()).toBe(200);
  await page.goto(await linkMailedTo(request, email));
  await expect(page).toHaveURL(/\/reset-password$/);
  await expect(page.getByText('You were not signed in here')).toBeVisible();
  expect((await request.get('/rest/v1/user_roles')).status()).toBe(401);
  await page.getByRole('textbox', { name: 'New password' }).fill('only-olive-knows-it');
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('only-olive-knows-it');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(page).toHaveURL(/\/coach\/[0-9a-f-]{36}\/dashboard$/);
  expect((await signInWith(PASSWORD)).status()).toBe(401);
});

test('an invited person with an account signs in and returns to the invitation', async ({
  page,
  request,
  people,
  coach,
}) => {
  const kim = await people.createPerson({ name: 'Kim Known' });
  await people.invite(page, coach, kim);
  const person = await people.openPhone();
  await person.goto(await linkMailedTo(request, kim.email, 'invites'));
  await person.getByRole('link', { name: 'Sign in to accept' }).click();
  await person.getByRole('textbox', { name: 'Email' }).fill(kim.email);
  await person.getByLabel('Password', { exact: false }).first().fill(PASSWORD);
  await person.getByRole('button', { name: 'Sign In' }).click();
  await expect(person).toHaveURL(/\/invitation\//);
  await person.getByRole('button', { name: 'Accept and start' }).click();
  await expect(person).toHaveURL(/\/client-onboarding$/);
  await person.goto('/client/dashboard');
  await expect(person.getByRole('heading', { name: 'Your check-in is due' })).toBeVisible();
});
