import { readFile } from 'node:fs/promises';
import { readZip } from '../apps/server/test/zip.ts';
import { answerBuiltIn } from './support/messages.ts';
import { expect, linkMailedTo, test, visit } from './support/test.ts';

test('a client asks for a copy of their data, is mailed, and finds their check-in in it', async ({
  client,
  nina,
  request,
}) => {
  await client.goto('/client/check-in');
  await answerBuiltIn(client);
  await client.getByLabel('Anything your coach should know?').fill('Slept badly before the race');
  await client.getByRole('button', { name: 'Send check-in' }).click();
  await expect(client.getByText('Check-in sent')).toBeVisible();

  await visit(client, '/client/profile?section=data');
  await client.getByRole('button', { name: 'Prepare my data' }).click();
  const link = await linkMailedTo(request, nina.email, 'copy of your data');
  await client.goto(link);
  await expect(client).toHaveURL(/\/client\/profile\?section=data$/);
  const [download] = await Promise.all([
    client.waitForEvent('download'),
    client.getByRole('link', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/);
  const files = readZip(await readFile(await download.path()));
  expect(String(files.get('With Ana Silva/check-ins.csv'))).toContain('Slept badly before the race');
  expect(String(files.get('README.txt'))).toContain('Nina Park');

  await visit(client, '/client/profile?section=activity');
  await expect(client.getByText('Downloaded the copy of the account data')).toBeVisible();
});
