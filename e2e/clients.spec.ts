import { expect, linkMailedTo, listen, newEmail, PASSWORD, signInNewCoach, test } from './support/test.ts';

test('a coach adds a client, the client checks in, the coach sees it', async ({
  page,
  request,
  browser,
  origin,
  complaints,
}) => {
  const { coachId } = await signInNewCoach(page, request, origin);
  const email = newEmail('nina');

  await page.getByRole('link', { name: 'Clients', exact: true }).first().click();
  await page.getByRole('button', { name: 'Add your first client' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add client' });
  await dialog.getByLabel('Full name').fill('Nina Park');
  await dialog.getByLabel('Email').fill(email);
  // Pressed twice by a nervous hand: one client.
  await dialog.getByRole('button', { name: 'Send invitation' }).dblclick();
  await expect(page.getByText('Invitation sent')).toBeVisible();
  await expect(page.getByRole('row', { name: /Nina Park/ })).toHaveCount(1);
  await expect(page.getByRole('row', { name: /Nina Park/ })).toContainText('Invited');

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  listen(phone, complaints);
  const client = await phone.newPage();
  await client.goto(await linkMailedTo(request, email));
  await expect(client.getByRole('heading', { name: 'Train with Ana Silva' })).toBeVisible();
  await client.getByRole('textbox', { name: 'Choose a password' }).fill(PASSWORD);
  await client.getByRole('textbox', { name: 'What would you like to achieve?' }).fill('Run 10 km without a break');
  await client.getByText('Pounds').click();
  await client.getByRole('button', { name: 'Accept and start' }).click();
  await expect(client).toHaveURL(/\/client\/dashboard$/);
  await expect(client.getByRole('heading', { name: 'Your check-in is due' })).toBeVisible();

  await client.getByRole('link', { name: 'Start check-in' }).click();
  await client.getByLabel('Weight in lb').fill('9');
  await client.getByRole('button', { name: 'Send check-in' }).click();
  await expect(client.getByText('Please enter a weight between')).toBeVisible();
  await client.getByLabel('Weight in lb').fill('154.3');
  await client.getByLabel('Sleep, hours a night').fill('7.5');
  await client.getByLabel('Anything your coach should know?').fill('Knee feels fine again.');
  await client.getByRole('button', { name: 'Send check-in' }).click();
  await expect(client).toHaveURL(/\/client\/dashboard$/);
  await expect(client.getByRole('heading', { name: 'Your check-in is done' })).toBeVisible();
  await phone.close();

  await page.goto(`/coach/${coachId}/dashboard`);
  await expect(page.getByRole('region', { name: 'Client Metrics Overview' })).toContainText('1 of 1 clients');
  await page.getByRole('button', { name: /Notifications, 2 unread/ }).click();
  await page.getByRole('button', { name: /New check-in/ }).click();
  await expect(page).toHaveURL(/\/client\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { name: 'Nina Park' })).toBeVisible();
  await expect(page.getByText('Run 10 km without a break')).toBeVisible();
  await expect(page.getByText('Knee feels fine again.')).toBeVisible();
  // 154.3 lb, read by a coach who counts in kilograms.
  await expect(page.getByText('70.0 kg')).toBeVisible();
  await expect(page.getByRole('button', { name: /Notifications, 1 unread/ })).toBeVisible();
});

test('the server refuses the sixth client of a free plan, and a second client with one address', async ({
  page,
  request,
  origin,
}) => {
  const { coachId } = await signInNewCoach(page, request, origin);
  await page.goto(`/coach/${coachId}/clients`);
  const add = async (name: string, email: string) => {
    await page
      .getByRole('button', { name: /Add (client|your first client)/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Add client' });
    await dialog.getByLabel('Full name').fill(name);
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    return dialog;
  };
  const email = newEmail('first');
  for (let seat = 1; seat <= 4; seat += 1) {
    await add(`Client ${seat}`, seat === 1 ? email : newEmail('client'));
    await expect(page.getByText(`${seat} of 5 seats taken`)).toBeVisible();
  }
  const duplicate = await add('Somebody else', email);
  await expect(duplicate.getByRole('alert')).toContainText('You already have a client with this email address.');
  await duplicate.getByRole('button', { name: 'Cancel' }).click();
  await add('Client 5', newEmail('client'));
  await expect(page.getByText('5 of 5 seats taken')).toBeVisible();
  const sixth = await add('Client 6', newEmail('client'));
  await expect(sixth.getByRole('alert')).toContainText('Your plan has no free seat.');
  // What was typed is still there.
  await expect(sixth.getByLabel('Full name')).toHaveValue('Client 6');
});

test('an invitation link that is broken is not found', async ({ page }) => {
  await page.goto(`/invitation/${'x'.repeat(75)}`);
  await expect(page.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible();
});
