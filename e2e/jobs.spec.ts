import { MailServer } from '../apps/server/test/mail-server.ts';
import { test } from './support/own-server.ts';
import { expect, newEmail } from './support/test.ts';

const mailServer = new MailServer();
test.use({
  serverEnv: async ({ browserName: _ }, use) => {
    await use({ SMTP_URL: await mailServer.start() });
    await mailServer.stop();
  },
});

test('a mail fails, and an operator sends it again', async ({ page, people }) => {
  const email = newEmail('mara');
  const name = `Mara Mailless ${Date.now()}`;
  await people.createCoach({ name, email, status: 'pending' });
  mailServer.refusal = '550 5.1.1 There is no such mailbox';
  await people.signInDemo(page, 'demo.operator@example.com');
  await page.goto('/operator/coach-approval');
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await page.getByRole('region', { name }).getByRole('button', { name: 'Approve coach' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve coach' }).click();
  await expect(page.getByText(`Approved: ${name}`)).toBeVisible();

  await expect(async () => {
    await page.goto('/operator-dashboard');
    await expect(page.getByText('1 email could not be delivered')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.getByRole('link', { name: '1 email could not be delivered' }).click();
  const mail = page.getByRole('listitem').filter({ hasText: email });
  await expect(mail.getByText(/There is no such mailbox/)).toBeVisible();

  mailServer.refusal = '';
  await mail.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText(`Sending again to ${email}`)).toBeVisible();
  await expect.poll(() => mailServer.taken.filter((taken) => taken.includes(email)).length).toBe(1);
  await page.getByRole('radiogroup', { name: 'Status' }).getByText('Sent', { exact: true }).click();
  await expect(mail.getByText(/^Sent/)).toBeVisible();

  await page.goto('/operator/audit-log');
  await page.getByRole('combobox', { name: 'Action' }).click();
  await page.getByRole('option', { name: 'Sent a failed email again' }).click();
  const entry = page.getByRole('listitem').filter({ hasText: name });
  await expect(entry.getByText('Sent a failed email again')).toBeVisible();
  await entry.getByRole('button', { name: 'Verify this chain' }).click();
  await expect(entry.getByText(/nothing was changed/)).toBeVisible();
});
