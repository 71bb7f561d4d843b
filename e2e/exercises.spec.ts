import { test } from './support/own-server.ts';
import { expect } from './support/test.ts';

// Curated exercises affect every other story, so this one has a separate server.
test('an operator corrects an exercise for all coaches, and a coach who edited it keeps their version', async ({
  page,
  people,
}) => {
  test.slow();
  const [editing, other] = await Promise.all([
    people.createCoach({ name: 'Nora Fields' }),
    people.createCoach({ name: 'Sam Hill' }),
  ]);
  const coach = await people.openBrowser(editing.coachId);
  await coach.goto(`/coach/${editing.coachId}/exercises?open=box-squat`);
  const rename = async (on: typeof page, name: string) => {
    await on.getByRole('button', { name: 'Edit exercise' }).click();
    await on.getByLabel('Name').fill(name);
    await on.getByRole('button', { name: 'Save exercise' }).click();
  };
  await rename(coach, 'My box squat');
  await expect(coach.getByText('Exercise saved')).toBeVisible();

  await people.signInDemo(page, 'demo.operator@example.com');
  await page.goto('/operator/settings');
  await page.getByRole('link', { name: /^Exercises/ }).click();
  await page.getByRole('searchbox', { name: 'Search exercises' }).fill('box squat');
  await page.getByRole('link', { name: /^Box squat/ }).click();
  await rename(page, 'Squat to a box');
  await expect(page.getByText('Squat to a box is the same for all coaches now.')).toBeVisible();

  const second = await people.openBrowser(other.coachId);
  await second.goto(`/coach/${other.coachId}/exercises?q=box`);
  await expect(second.getByRole('link', { name: /^Squat to a box/ })).toBeVisible();
  await coach.reload();
  await expect(coach.getByRole('dialog', { name: 'My box squat' })).toBeVisible();
  await coach.getByRole('button', { name: 'Restore original' }).click();
  await coach.getByRole('button', { name: 'Restore original' }).last().click();
  await expect(coach.getByText('Original restored')).toBeVisible();
  await coach.getByRole('searchbox', { name: 'Search exercises' }).fill('box');
  await expect(coach.getByRole('link', { name: /^Squat to a box/ })).toBeVisible();
});
