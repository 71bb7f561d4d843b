import { expect, mailsOf, newEmail, test } from './support/test.ts';

test('a visitor writes, is answered and moves through the pipeline', async ({ page, people, request }) => {
  const [email, business] = [newEmail('vera'), `Lind ${Date.now()}`];
  const visitor = await people.openBrowser();
  await visitor.goto('/contact');
  // The form refuses to send in its first three seconds, because only programs are that fast.
  await expect(async () => {
    await visitor.getByRole('button', { name: 'Send Message' }).click();
    await expect(visitor.getByText('Please complete all required fields: First name')).toBeVisible({ timeout: 500 });
  }).toPass();
  await visitor.getByLabel('First name').fill('Vera');
  await visitor.getByLabel('Last name').fill('Lind');
  await visitor.getByLabel('Business name').fill(business);
  await visitor.getByLabel('Business phone').fill('555 0100');
  await visitor.getByLabel('Business email').fill(email);
  await visitor.getByLabel('How did you find us?').selectOption('Instagram');
  await visitor.getByLabel('Message').fill('Do you import spreadsheets?');

  await people.signInDemo(page, 'demo.operator@example.com');
  await page.goto('/operator/contacts');
  const row = page.getByRole('link', { name: new RegExp(business) });
  await expect(page.getByRole('list', { name: 'Contacts' })).toBeVisible();
  await expect(row).toHaveCount(0);
  await visitor.getByRole('button', { name: 'Send Message' }).click();
  await expect(visitor.getByText('Message sent!')).toBeVisible();
  // The inbox is notified long before its next regular request.
  await expect(row).toHaveCount(1);
  await page.getByLabel('Search contacts').fill(business);
  await expect(page).toHaveURL(/q=Lind/);
  await page.getByLabel('Search contacts').blur();
  await page.keyboard.press('j');
  const pane = page.getByRole('region', { name: 'Vera Lind' });
  await expect(pane.getByText('Do you import spreadsheets?')).toBeVisible();

  await pane.getByLabel('Assigned to').selectOption({ label: 'System Operator (you)' });
  await expect(row.getByText(/open, System Operator/)).toBeVisible();
  await page.keyboard.press('Escape');
  await pane.getByLabel('Assigned to').blur();
  await page.keyboard.press('r');
  await expect(pane.getByLabel('Reply to Vera Lind')).toBeFocused();
  await page.keyboard.type('Yes, every spreadsheet with names.');
  await pane.getByRole('button', { name: 'Send reply' }).click();
  await expect(pane.getByText('Reply by System Operator')).toBeVisible();
  await expect(pane.getByText(/, sent$/)).toBeVisible({ timeout: 15_000 });
  const mails = async () => {
    return (await mailsOf(request)).filter(({ to }) => to === email).map(({ text }) => text);
  };
  await expect.poll(mails).toEqual([expect.stringContaining('Yes, every spreadsheet with names.')]);

  await pane.getByRole('button', { name: 'Add to pipeline' }).click();
  await expect(pane.getByRole('link', { name: 'In pipeline: New' })).toBeVisible();
  await page.goto(`/operator/pipeline?q=${encodeURIComponent(business)}`);
  const column = (name: string) => page.getByRole('region', { name, exact: true });
  await column('New').getByRole('link', { name: 'Vera Lind' }).focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(column('Contacted').getByRole('link', { name: 'Vera Lind' })).toBeFocused();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(column('Demo booked').getByRole('link', { name: 'Vera Lind' })).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(page.getByText('Contact form, found us through Instagram')).toBeVisible();
  await expect(page.getByText('Moved from Contacted to Demo booked by System Operator')).toBeVisible();
  await page.getByRole('link', { name: 'Open contact' }).click();
  await expect(pane.getByRole('link', { name: 'In pipeline: Demo booked' })).toBeVisible();
});
