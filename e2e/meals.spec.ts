import { expect, test } from './support/test.ts';

test('a coach builds a week of meals and assigns it, and the client reads it and shops for it', async ({
  page,
  people,
}) => {
  const owner = await people.createCoach({ name: 'Nora Fields' });
  const client = await people.createClient(owner, { name: 'Nina Park', timeZone: 'America/Los_Angeles' });
  const coach = await people.openBrowser(owner.coachId);
  await coach.goto(`/coach/${owner.coachId}/nutrition`);
  await coach.getByRole('button', { name: 'New meal plan' }).click();
  const name = coach.getByRole('textbox', { name: 'Name' });
  await name.fill('Summer cut');
  await name.press('Enter');
  await expect(coach.getByLabel('Name of the meal plan')).toHaveValue('Summer cut');

  const monday = coach.getByRole('region', { name: 'Monday', exact: true });
  const breakfast = coach.getByLabel('Add foods to Breakfast, Monday');
  await breakfast.fill('200 g greek yogurt, 1 banana, 50 g bread');
  await breakfast.press('Enter');
  await expect(monday).toContainText('200 g Greek yogurt, plain, 2%');
  await expect(monday).toContainText('1 medium (118 g) Banana');
  const question = monday.getByRole('group', { name: 'Which food is “50 g bread”?' });
  await question.getByRole('button', { name: 'Whole-wheat bread' }).click();
  await expect(monday).toContainText('50 g Whole-wheat bread');

  // The other days become copies of this one, first with the menus and then with the keys.
  await coach.getByRole('button', { name: 'Actions for Monday', exact: true }).click();
  await coach.getByRole('menuitem', { name: 'Duplicate day' }).click();
  await expect(coach.getByRole('region', { name: 'Monday (copy)', exact: true })).toContainText(
    '50 g Whole-wheat bread',
  );
  for (const name of ['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']) {
    await coach.getByRole('button', { name: `Actions for ${name}` }).click();
    await coach.getByRole('menuitem', { name: 'Delete day' }).click();
  }
  await coach.getByRole('button', { name: 'Undo' }).click();
  await expect(coach.getByRole('region', { name: 'Sunday', exact: true })).toBeVisible();
  await coach.getByRole('button', { name: 'Redo' }).click();
  await expect(coach.getByText('All changes saved')).toBeVisible();

  await coach.getByRole('button', { name: 'Assign', exact: true }).click();
  const dialog = coach.getByRole('dialog', { name: 'Assign Summer cut' });
  await dialog.getByLabel('Nina Park').check();
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(coach.getByText('Assigned to 1 client')).toBeVisible();

  const eater = await people.openBrowser(client.userId);
  await eater.goto('/client/nutrition');
  // The card of the next meal has one as well.
  await eater.getByRole('link', { name: 'Meal plan' }).first().click();
  await expect(eater.getByText('Summer cut, Monday')).toBeVisible();
  await expect(eater.getByRole('region', { name: 'Breakfast' })).toContainText('200 g Greek yogurt, plain, 2%');
  await eater.getByRole('button', { name: 'Shopping list' }).click();
  const list = eater.getByRole('dialog', { name: 'Shopping list' });
  await expect(list.getByLabel('1.4 kg Greek yogurt, plain, 2%')).toBeVisible();
  await list.getByLabel('People').fill('2');
  await expect(list.getByLabel('2.8 kg Greek yogurt, plain, 2%')).toBeVisible();
  await page.close();
});
