import { expect, test } from './support/test.ts';

test('a coach finds the plain food by keyboard, makes it their own and adds another one', async ({ page, people }) => {
  const { coachId } = await people.createCoach({ name: 'Nora Fields' });
  const coach = await people.openBrowser(coachId);
  await coach.goto(`/coach/${coachId}/foods`);
  await coach.getByRole('searchbox', { name: 'Search foods' }).fill('egg');
  const first = coach.getByRole('list', { name: 'Foods' }).getByRole('link').first();
  await expect(first).toContainText('Egg, raw');
  await first.focus();
  await coach.keyboard.press('Enter');
  const details = coach.getByRole('dialog', { name: 'Egg, raw' });
  await expect(details).toContainText('Checked by Stridewell, USDA SR Legacy 01123');
  await details.getByRole('button', { name: 'Edit food' }).press('Enter');
  await coach.getByLabel('Name', { exact: true }).fill('Egg from the farm');
  await coach.keyboard.press('Enter');
  await expect(coach.getByText('Food saved')).toBeVisible();
  await coach
    .getByRole('dialog', { name: 'Egg from the farm' })
    .getByRole('button', { name: 'Add to favorites' })
    .press('Enter');
  await expect(coach.getByText('Egg from the farm is a favorite')).toBeVisible();
  await coach.keyboard.press('Escape');
  await expect(coach.getByRole('link', { name: /^Egg from the farm/ })).toContainText('Edited by you');

  await coach.getByRole('button', { name: 'New food' }).press('Enter');
  await coach.getByLabel('Name', { exact: true }).fill('Club shake');
  for (const [label, value] of [
    ['Energy (kcal)', '80'],
    ['Protein (g)', '10'],
    ['Carbohydrate (g)', '8'],
    ['Fat (g)', '1'],
  ] as const) {
    await coach.getByLabel(label, { exact: true }).fill(value);
  }
  await coach.getByRole('button', { name: 'Add food' }).press('Enter');
  await expect(coach.getByText('Food added')).toBeVisible();
  await coach.goto(`/coach/${coachId}/foods?show=own`);
  await expect(coach.getByRole('list', { name: 'Foods' }).getByRole('link')).toHaveCount(2);
  await page.close();
});
