import { dayInZone } from '@stridewell/contract/time';
import { expect, test } from './support/test.ts';

test('a bank’s file becomes figures, and each figure links to its rows', async ({ people }) => {
  const coach = await people.createCoach({ name: 'Nora Fields', plan: 'pro' });
  const page = await people.openBrowser(coach.coachId);
  const today = dayInZone(new Date(), 'America/Los_Angeles');
  const bank = [
    'Account;Nora Fields',
    'Day;Payee;Amount',
    `${today};Studio Müller;-620,00`,
    `${today};Corner Print;-80,50`,
    `${today};Corner Print;-80,50`,
    `${today};Vera Lind;1.500,00`,
    'soon;Unknown;-1,00',
  ].join('\r\n');
  const file = { name: 'march.csv', mimeType: 'text/csv', buffer: Buffer.from(bank, 'latin1') };

  await page.goto(`/coach/${coach.coachId}/business-metrics`);
  await expect(page.getByText('No business data available yet')).toBeVisible();
  await page.getByRole('link', { name: 'Expenses', exact: true }).click();
  await expect(page.getByText('Your expenses will appear here')).toBeVisible();

  const importing = page.getByRole('dialog', { name: 'Import expenses' });
  const openFile = async () => {
    await page.getByRole('button', { name: 'More about expenses' }).click();
    await page.getByRole('menuitem', { name: 'Import from your bank' }).click();
    await importing.getByLabel('File from your bank').setInputFiles(file);
  };
  await openFile();
  await expect(importing.getByText('3 rows will be added.')).toBeVisible();
  await expect(importing.getByText('1 row of income skipped.')).toBeVisible();
  await expect(importing.getByText('“soon” is not a date')).toBeVisible();
  await importing.getByLabel('Income').selectOption('Import as revenue');
  await importing.getByRole('button', { name: 'Import 4 rows' }).click();
  await expect(page.getByText('4 rows imported')).toBeVisible();
  await expect(page.getByText('Studio Müller')).toBeVisible();
  await expect(page.getByText('3 expenses, $781')).toBeVisible();

  // Importing the file again adds nothing.
  await openFile();
  await importing.getByLabel('Income').selectOption('Import as revenue');
  await expect(importing.getByText('4 are in your books already.')).toBeVisible();
  await expect(importing.getByRole('button', { name: 'Import rows' })).toBeDisabled();
  await importing.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Actions for Studio Müller' }).click();
  await page.getByRole('menuitem', { name: 'Delete expense' }).click();
  await expect(page.getByText('2 expenses, $161')).toBeVisible();
  // The message about the import may still be leaving.
  const deleted = page.getByRole('alert').filter({ hasText: 'Expense deleted' });
  await deleted.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('3 expenses, $781')).toBeVisible();

  await page.goto(`/coach/${coach.coachId}/dashboard`);
  await page.getByRole('link', { name: 'View business metrics' }).click();
  const overview = page.getByRole('region', { name: 'Overview' });
  await expect(overview.getByText(/^Revenue is \$1,500, up from zero in/)).toBeVisible();
  await expect(overview.getByText('$719', { exact: true })).toBeVisible();
  await overview.getByRole('link', { name: /^Expenses ?\$781/ }).click();
  await expect(page.getByRole('heading', { name: /^Expenses, / })).toBeVisible();
  await expect(page.getByText('$781', { exact: true })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(4);
});
