import { expect, linkMailedTo, newEmail, PASSWORD, signIn, test } from './support/test.ts';

test('a coach waits, answers a question, is approved and starts', async ({ page, request, people }) => {
  const name = `Wanda Waiting ${Date.now()}`;
  const email = newEmail('wanda');
  const { coachId } = await people.createCoach({ name, email, status: 'pending' });
  const coach = await people.openBrowser(coachId);
  await coach.goto('/');
  await expect(coach.getByText('Your coach profile is awaiting administrator approval.')).toBeVisible();

  await people.signInDemo(page, 'demo.operator@example.com');
  await page.goto('/operator-dashboard');
  await page.getByRole('link', { name: /awaiting approval/ }).click();
  await page.getByRole('link', { name: new RegExp(name) }).click();
  const review = page.getByRole('region', { name });
  await review.getByRole('button', { name: 'Ask a question' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Question').fill('Which certificate do you have?');
  await dialog.getByRole('button', { name: 'Ask a question' }).click();
  await expect(review.getByText('Asked by System Operator')).toBeVisible();

  await coach.reload();
  await expect(coach.getByText('Which certificate do you have?')).toBeVisible();

  await review.getByRole('button', { name: 'Approve coach' }).click();
  await dialog.getByRole('button', { name: 'Approve coach' }).click();
  await expect(page.getByText(`Approved: ${name}`)).toBeVisible();
  await expect(page.getByRole('link', { name: new RegExp(name) })).toHaveCount(0);

  const link = await linkMailedTo(request, email, 'is approved');
  await coach.context().clearCookies();
  await coach.goto(link);
  await signIn(coach, email, PASSWORD);
  await expect(coach).toHaveURL(new RegExp(`/coach/${coachId}/dashboard`));

  await page.goto('/operator/profile?section=activity');
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
});
