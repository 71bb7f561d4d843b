import { expect, test } from './support/test.ts';

test('a coach sells a package, and both sides see the invoice and its payment', async ({ people }) => {
  const coach = await people.createCoach({ name: 'Nora Fields' });
  const client = await people.createClient(coach, { name: 'Vera Lind' });
  const page = await people.openBrowser(coach.coachId);
  const money = `/coach/${coach.coachId}/money`;

  await page.goto(`${money}?tab=settings`);
  await page.getByLabel('How to pay').fill('Bank account 123');
  await page.getByRole('button', { name: 'Save invoice settings' }).click();
  await expect(page.getByText('Invoice settings saved')).toBeVisible();

  await page.getByRole('tab', { name: 'Packages' }).click();
  await page.getByRole('button', { name: 'New package' }).click();
  const packageForm = page.getByRole('dialog', { name: 'New package' });
  await packageForm.getByLabel('Name').fill('Monthly coaching');
  await packageForm.getByLabel('Price').fill('120');
  await packageForm.getByRole('button', { name: 'Add package' }).click();
  await expect(page.getByText('$120 a month')).toBeVisible();

  await page.goto(`/coach/${coach.coachId}/client/${client.clientId}`);
  await page.getByRole('button', { name: 'Add subscription' }).click();
  const subscription = page.getByRole('dialog', { name: 'Add a subscription' });
  await subscription.getByRole('combobox', { name: 'Package' }).click();
  await page.getByRole('option', { name: /Monthly coaching/ }).click();
  await subscription.getByRole('button', { name: 'Add subscription' }).click();
  const section = page.getByRole('region', { name: 'Money' });
  await expect(section.getByText('Balance due $120')).toBeVisible();

  const portal = await people.openBrowser(client.userId);
  await portal.goto('/client/payments');
  await expect(portal.getByText('Balance due: $120.')).toBeVisible();
  await expect(portal.getByText('Bank account 123')).toBeVisible();
  const download = portal.waitForEvent('download');
  await portal.getByRole('link', { name: 'Invoice INV-0001' }).click();
  expect((await download).suggestedFilename()).toBe('invoice-INV-0001.pdf');

  await section.getByRole('link', { name: 'INV-0001' }).click();
  await expect(page.getByRole('heading', { name: 'Invoice INV-0001', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Record payment' }).click();
  const payment = page.getByRole('dialog', { name: 'Record a payment of INV-0001' });
  await expect(payment.getByLabel('Amount')).toHaveValue('120');
  await payment.getByRole('button', { name: 'Record payment' }).click();
  await expect(page.getByText('Recorded a payment, by you')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Record payment' })).toHaveCount(0);

  await portal.reload();
  await expect(portal.getByText("You're all paid up.")).toBeVisible();
  await expect(portal.getByText('Today. Paid')).toBeVisible();
});
