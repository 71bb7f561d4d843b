import { expect, linkMailedTo, mailsOf, newEmail, test } from './support/test.ts';

test('a message from the contact form reaches the desk', async ({ page, request }) => {
  const business = newEmail('Lind Strength');
  await page.goto('/contact');
  await expect(page).toHaveTitle(/^Contact Us\W+Stridewell$/);
  // The form refuses to send in its first three seconds, because only programs are that fast.
  await expect(async () => {
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText('Please complete all required fields: First name')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByLabel('First name')).toBeFocused();

  await page.getByLabel('First name').fill('Vera');
  await page.getByLabel('Last name').fill('Lind');
  await page.getByLabel('Business name').fill(business);
  await page.getByLabel('Business phone').fill('555 0100');
  await page.getByLabel('Business email').fill('vera@example.com');
  await page.getByLabel('How did you find us?').selectOption('Referral');
  await page.getByLabel('Who told you about us?').fill('Jonas');
  await page.getByLabel('Message').fill('Do you import spreadsheets?');
  await page.getByRole('button', { name: 'Send Message' }).dblclick();
  await expect(page.getByText('Message sent!')).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('');

  const mails = async () => {
    return (await mailsOf(request)).filter(({ to, text }) => to === 'hello@example.com' && text.includes(business));
  };
  await expect.poll(async () => (await mails()).length, { timeout: 15_000 }).toBe(1);
  expect((await mails())[0]?.text).toContain('Do you import spreadsheets?');
});

test('a visitor asks for a demo, confirms it by mail, moves it and cancels it', async ({ page, request }) => {
  const email = newEmail('vera');
  await page.goto('/schedule-demo');
  await page.getByLabel('Full name').fill('Vera Lind');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Please complete all required fields')).toBeVisible();
  await page.getByLabel('Instagram or website').fill('@vera');
  await page.getByRole('radio', { name: '3+ years' }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { name: 'Client Load & Tools' })).toBeFocused();
  await page.getByLabel('How many clients do you coach').fill('25');
  await page.getByLabel('What eats most of your time?').fill('Chasing check-ins');

  await page.reload();
  await expect(page.getByLabel('What eats most of your time?')).toHaveValue('Chasing check-ins');
  await expect(page.getByLabel('How many clients do you coach')).toHaveValue('25');
  await page.getByLabel('Which tools do you use today?').fill('Sheets & paper');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('What would your coaching look like').fill('Free evenings');
  await page.getByRole('button', { name: 'Schedule Demo', exact: true }).click();

  const frame = page.frameLocator('iframe[title="Choose a time"]');
  await page.getByRole('button', { name: 'Back to Questionnaire' }).click();
  await expect(page.getByLabel('What would your coaching look like')).toHaveValue('Free evenings');
  await page.getByRole('button', { name: 'Schedule Demo', exact: true }).click();
  // Meanwhile the request is mailed to the operator.
  await expect
    .poll(async () => (await mailsOf(request)).some(({ text }) => text.includes('Chasing check-ins')))
    .toBe(true);

  // Only by keyboard: the second day, then its first time.
  const days = frame.getByRole('list', { name: 'Days' }).getByRole('button');
  await days.nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(days.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(frame.getByLabel('Your name')).toHaveValue('Vera Lind');
  await expect(frame.getByLabel('Email')).toHaveValue(email);
  await frame.getByRole('button', { name: 'Book this time' }).dblclick();
  await expect(frame.getByRole('heading', { name: 'Check your email to confirm' })).toBeVisible();
  await expect(page.getByText('We hold your time for 30 minutes.')).toBeVisible();
  await expect(page).toHaveURL(/\/schedule-demo-confirmed$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm your demo' })).toBeVisible();

  await page.goto(await linkMailedTo(request, email));
  await page.getByRole('button', { name: 'Confirm the demo' }).click();
  await expect(page.getByText(`Booked for Vera Lind, ${email}`)).toBeVisible();
  const when = page.getByRole('heading', { level: 1 });
  const before = (await when.textContent()) ?? '';
  await page.getByRole('button', { name: 'Move to another time' }).click();
  await page.getByRole('list', { name: 'Days' }).getByRole('button').nth(2).click();
  await page.getByRole('list', { name: 'Times' }).getByRole('button').first().click();
  await expect(when).toHaveText(before);
  await page.getByRole('button', { name: 'Move the demo' }).click();
  await expect(page.getByText('Your demo was moved')).toBeVisible();
  await expect(when).not.toHaveText(before);

  await page.getByRole('button', { name: 'Cancel the demo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep the demo' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Cancel the demo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the demo' }).click();
  await expect(page.getByRole('heading', { name: 'This demo is canceled' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This demo is canceled' })).toBeVisible();

  // The questionnaire starts empty again.
  await page.getByRole('link', { name: 'Schedule another demo' }).click();
  await expect(page.getByLabel('Full name')).toHaveValue('');
});

test('a taken time is refused and no longer offered', async ({ page, request }) => {
  await page.goto('/booking/demo?name=Nina&email=nina@example.com');
  await page.getByRole('list', { name: 'Days' }).getByRole('button').nth(5).click();
  await expect(page.getByRole('banner')).toBeHidden();
  const times = page.getByRole('list', { name: 'Times' }).getByRole('button');
  const count = await times.count();
  const { slots }: { slots: string[] } = await (await request.get('/rest/v1/demo_slots')).json();
  await times.first().click();
  const chosen = (await page.getByRole('heading', { level: 2 }).textContent()) ?? '';
  const startsAt = slots.find(
    (slot) =>
      new Intl.DateTimeFormat('en-US', {
        timeZone: 'America/New_York',
        weekday: 'long',
        month: 'long',
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
      }).format(new Date(slot)) === chosen,
  );
  const other = {
    id: crypto.randomUUID(),
    startsAt,
    fullName: 'Ivo',
    email: newEmail('ivo'),
    timeZone: 'UTC',
    answers: '',
  };
  expect((await request.post('/rest/v1/demo_bookings', { data: other })).status()).toBe(200);
  await page.getByRole('button', { name: 'Book this time' }).click();
  await expect(page.getByRole('alert')).toHaveText('That time was just taken. Please choose another one.');
  await page.getByRole('list', { name: 'Days' }).getByRole('button').nth(5).click();
  await expect(times).toHaveCount(count - 1);
});

test('a broken booking link leads to no booking', async ({ page }) => {
  await page.goto(`/booking/${'x'.repeat(54)}`);
  await expect(page.getByRole('heading', { name: 'We could not find this booking' })).toBeVisible();
});

test('only the scheduler can be framed, and only by our own site', async ({ request }) => {
  const policyOf = async (path: string) => (await request.get(path)).headers()['content-security-policy'];
  expect(await policyOf('/booking/demo?name=Vera')).toContain("frame-ancestors 'self'");
  expect(await policyOf('/booking/demo/x')).toContain("frame-ancestors 'none'");
  expect(await policyOf('/schedule-demo')).toContain("frame-ancestors 'none'");
});
