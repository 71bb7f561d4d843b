import { expect, test } from './support/test.ts';

test('a coach builds a program by keyboard, assigns it and changes it for one client', async ({
  page,
  coach,
  client: _,
}) => {
  test.slow();
  await page.goto(`/coach/${coach.coachId}/programs`);
  await page.getByRole('button', { name: 'New program' }).click();
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Three strong days');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name of the program' })).toHaveValue('Three strong days');

  // The whole grid without a mouse: three days, a superset, a second week.
  await page.getByRole('button', { name: 'Add exercise to week 1, Day 1' }).focus();
  const days = [
    ['a1 back squat 4x5 @rir2 rest 3:00', 'a2 row 4x8-10', 'plank 3x30s'],
    ['deadlift 3x5 80%', 'pull-up 3xamrap'],
    ['front squat 3x6', 'overhead press 4x6'],
  ];
  for (const [index, lines] of days.entries()) {
    const field = page.getByRole('textbox', { name: `Add exercise to week 1, Day ${index + 1}` });
    for (const line of lines) {
      await page.keyboard.type(line);
      await expect(page.getByRole('listbox', { name: 'Exercises' })).toBeVisible();
      await page.keyboard.press('Enter');
      // Several exercises match "row": the first Enter asks, the second picks the first match.
      if (line.startsWith('a2 row')) {
        await expect(page.getByText('Which exercise is “row”?')).toBeVisible();
        await page.keyboard.press('Enter');
      }
      await expect(field).toHaveValue('');
    }
    await page.keyboard.press(index < days.length - 1 ? 'Enter' : 'Escape');
  }
  const weekOne = page.getByRole('group', { name: 'Week 1' });
  await expect(weekOne.getByRole('button', { name: 'A1 Back squat 4 × 5, RIR 2, rest 3:00' })).toBeVisible();
  await expect(weekOne.getByRole('button', { name: 'A2 Barbell row 4 × 8–10' })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByRole('region', { name: 'Week 1, Day 3' }).getByRole('listitem').first()).toContainText(
    'Overhead press',
  );
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('region', { name: 'Week 1, Day 3' }).getByRole('listitem').first()).toContainText(
    'Front squat',
  );
  await page.keyboard.press('Home');
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  await expect(page.getByRole('group', { name: 'Week 2' })).toContainText('Back squat');
  await expect(page.getByText('All changes saved')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('group', { name: 'Week 2' })).toContainText('Back squat');

  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Nina Park' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(page.getByText('Assigned to 1 client')).toBeVisible();

  await page.goto(`/coach/${coach.coachId}/clients`);
  await page.getByRole('link', { name: 'Nina Park' }).first().click();
  await page.getByRole('tab', { name: 'Training' }).click();
  await expect(page.getByText('Assigned: 2 weeks, 3 days a week', { exact: false })).toBeVisible();
  await page.getByRole('link', { name: 'Edit for this client' }).click();
  await page
    .getByRole('group', { name: 'Week 1' })
    .getByRole('button', { name: /^Plank/ })
    .click();
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'Publish changes' }).click();
  const question = page.getByRole('dialog', { name: 'Publish for Nina Park?' });
  await expect(question.getByRole('listitem')).toHaveText(['Week 1, Day 1: removed Plank']);
  await question.getByRole('button', { name: 'Publish changes' }).click();
  await expect(page.getByText('Program updated')).toBeVisible();
  await page.getByRole('link', { name: 'Nina Park' }).click();
  await page.getByRole('tab', { name: 'Training' }).click();
  await expect(page.getByText('Week 1, Day 1: removed Plank')).toBeVisible();

  // The template has not changed.
  await page.goto(`/coach/${coach.coachId}/programs`);
  await page.getByRole('link', { name: 'Three strong days' }).click();
  await expect(page.getByRole('group', { name: 'Week 1' })).toContainText('Plank');
});
