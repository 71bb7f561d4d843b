import { expect, linkMailedTo, newEmail, PASSWORD, signIn, signInNewCoach, signUp, test } from './support/test.ts';

test.describe('signing in', () => {
  for (const path of ['/auth', '/auth-simple']) {
    test(`works at ${path}, and a wrong password is answered with the provider's words`, async ({ page }) => {
      await page.goto(path);
      const email = page.getByRole('textbox', { name: 'Email' });
      const password = page.getByLabel('Password', { exact: false }).first();
      await email.fill('demo.coach.plus@example.com');
      await password.fill('not-the-password');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password' })).toBeVisible();
      await password.fill('demo-password-1');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expect(page.getByText('Signed in successfully')).toBeVisible();
      await expect(page).toHaveURL(/\/coach\/[0-9a-f-]{36}\/dashboard$/);
      // Somebody who is signed in has no business on the sign-in screen.
      await page.goto('/auth');
      await expect(page).toHaveURL(/\/dashboard$/);
    });
  }

  test('says that it is busy, and that it did not work when nobody answers', async ({ page, complaints }) => {
    await page.goto('/auth');
    await page.getByRole('textbox', { name: 'Email' }).fill('demo.client@example.com');
    await page.getByLabel('Password', { exact: false }).first().fill('demo-password-1');
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/auth/v1/sign-in/email', async (route) => {
      await held;
      await route.abort();
    });
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('button', { name: 'Please wait...' })).toBeDisabled();
    answer();
    await expect(page.getByRole('alert').filter({ hasText: 'An unexpected error occurred' })).toBeVisible();
    complaints.length = 0;
  });

  test('at /auth-simple asks for both fields', async ({ page }) => {
    await page.goto('/auth-simple');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByText('Please enter both email and password')).toBeVisible();
  });

  test('comes back to where one wanted to go', async ({ page }) => {
    await page.goto('/client/check-in');
    await expect(page).toHaveURL(/\/auth\?next=/);
    await page.getByRole('textbox', { name: 'Email' }).fill('demo.client@example.com');
    await page.getByLabel('Password', { exact: false }).first().fill('demo-password-1');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(/\/client\/check-in$/);
  });

  test('never leads to another site', async ({ page, origin }) => {
    await page.goto('/auth?next=//evil.example/');
    await page.getByRole('textbox', { name: 'Email' }).fill('demo.client@example.com');
    await page.getByLabel('Password', { exact: false }).first().fill('demo-password-1');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(`${origin}/client/dashboard`);
  });

  for (const [email, home] of [
    ['demo.coach.base@example.com', /\/coach\/[0-9a-f-]{36}\/dashboard$/],
    ['demo.client2@example.com', /\/client\/dashboard$/],
    ['demo.operator@example.com', /\/operator-dashboard$/],
    ['democlient@example.com', /\/client\/dashboard$/],
  ] as const) {
    test(`leads ${email} home`, async ({ page }) => {
      await signIn(page, email);
      await expect(page).toHaveURL(home);
    });
  }
});

test('signing out forgets the person, in every tab', async ({ page, context }) => {
  await signIn(page, 'demo.coach.plus@example.com');
  const profile = () => page.evaluate(() => localStorage.getItem('coachProfile'));
  expect(JSON.parse((await profile()) ?? '{}')).toMatchObject({ initials: 'JC', role: 'Coach-Plus' });
  const other = await context.newPage();
  await other.goto('/');
  await expect(other).toHaveURL(/\/dashboard$/);
  await page.getByRole('button', { name: /your menu/i }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/landing$/);
  await expect(other).toHaveURL(/\/landing$/);
  expect(await profile()).toBeNull();
});

test('a forgotten password is replaced through the mail', async ({ page, request, origin }) => {
  const email = newEmail('forgetful');
  await signUp(request, origin, { name: 'Fay Getful', email });
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('button', { name: 'Back to Sign In' }).click();
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByText('Please check your email for the password reset link.')).toBeVisible();
  await page.getByRole('button', { name: 'Back to Login' }).click();

  const link = await linkMailedTo(request, email, 'Reset');
  await page.goto(link);
  await expect(page).toHaveURL(/\/reset-password$/);
  const field = page.getByRole('textbox', { name: 'New password' });
  const confirm = page.getByRole('textbox', { name: 'Confirm password' });
  await field.fill('short');
  await confirm.fill('other');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible();
  await field.fill('a-brand-new-password');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await confirm.fill('a-brand-new-password');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(page.getByText('Password reset successful. You are now logged in.')).toBeVisible();
  await expect(page).toHaveURL(/\/client\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'You have no coach yet' })).toBeVisible();

  // The link is spent, and so is the old password.
  await page.context().clearCookies();
  await page.goto(link);
  await expect(page.getByText('Authentication Error')).toBeVisible();
  const old = await request.post('/auth/v1/sign-in/email', {
    data: { email, password: PASSWORD },
    headers: { origin },
  });
  expect(old.status()).toBe(401);
});

test('a verification link verifies, signs in and says so', async ({ page, request, origin }) => {
  const email = newEmail('coach');
  await signUp(request, origin, { name: 'Vera Fied', email, planIntent: 'base' });
  await page.goto(await linkMailedTo(request, email));
  await expect(page.getByText('Email verified successfully. You are now logged in.')).toBeVisible();
  await expect(page).toHaveURL(/\/coach\/[0-9a-f-]{36}\/dashboard$/);
});

test('a link that no longer works offers another, also to somebody signed out', async ({ page, request, origin }) => {
  const email = newEmail('late');
  await signUp(request, origin, { name: 'Lee Late', email, planIntent: 'base' });
  await page.goto('/links/verify-email?token=expired');
  await expect(page.getByText('Failed to verify your email. Please try signing in normally.')).toBeVisible();
  await expect(page).toHaveURL(/\/auth(\?link=failed)?$/);
  await page.getByRole('link', { name: 'Request New Verification Link' }).click();
  await expect(page).toHaveURL(/\/coach-onboarding\?resend=true$/);
  // The sign-in page has a field of the same name, which must be gone first.
  await expect(page.getByRole('heading', { name: 'Request a new verification link' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  const send = page.getByRole('button', { name: 'Send verification link' });
  await send.click();
  await expect(page.getByText('a new link is on its way')).toBeVisible();
  await send.click();
  await expect(page.getByRole('alert').filter({ hasText: /wait/ })).toBeVisible();
});

test('a coach who is not verified yet cannot invite', async ({ page, request, origin }) => {
  const email = newEmail('hasty');
  await signUp(request, origin, { name: 'Hasty Coach', email, planIntent: 'base' });
  await signIn(page, email, PASSWORD);
  await page.getByRole('link', { name: 'Clients', exact: true }).first().click();
  await page.getByRole('button', { name: 'Add your first client' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add client' });
  await dialog.getByLabel('Full name').fill('Nina Park');
  await dialog.getByLabel('Email').fill(newEmail('nina'));
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Please verify your email address first.');
});

test('an invited person with an account signs in and comes back', async ({ page, request, origin, browser }) => {
  const email = newEmail('known');
  await signUp(request, origin, { name: 'Kim Known', email });
  const { coachId } = await signInNewCoach(page, request, origin);
  await page.goto(`/coach/${coachId}/clients`);
  await page.getByRole('button', { name: 'Add your first client' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add client' });
  await dialog.getByLabel('Full name').fill('Kim');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Invitation sent')).toBeVisible();
  const context = await browser.newContext();
  const person = await context.newPage();
  await person.goto(await linkMailedTo(request, email, 'invites'));
  await person.getByRole('link', { name: 'Sign in to accept' }).click();
  await person.getByRole('textbox', { name: 'Email' }).fill(email);
  await person.getByLabel('Password', { exact: false }).first().fill(PASSWORD);
  await person.getByRole('button', { name: 'Sign In' }).click();
  await expect(person).toHaveURL(/\/invitation\//);
  await person.getByRole('button', { name: 'Accept and start' }).click();
  await expect(person).toHaveURL(/\/client-onboarding$/);
  await person.goto('/client/dashboard');
  await expect(person.getByRole('heading', { name: 'Your check-in is due' })).toBeVisible();
  await context.close();
});
