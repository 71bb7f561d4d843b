import { expect, test } from './support/test.ts';

test('an operator helps a coach, looks at what the coach sees, and the coach reads it', async ({
  page,
  people,
  allowComplaints,
}) => {
  // What is withheld and what is refused.
  allowComplaints(/status of 403|Not shown to operators/);
  const name = `Ruth Keller ${Date.now()}`;
  const coach = await people.createCoach({ name, plan: 'plus' });
  await people.failPayments(coach, 'plus');
  await people.signInDemo(page, 'demo.operator@example.com');

  await page.goto('/operator-dashboard');
  await page.getByRole('button', { name: 'Platform' }).click();
  await page.getByRole('menuitem', { name: 'Accounts' }).click();
  await page.getByRole('searchbox', { name: 'Search by name, email or id' }).fill(name.toUpperCase());
  await expect(page).toHaveURL(/q=RUTH/);
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  const billing = page.getByRole('region', { name: 'Plan and payments' });
  await expect(billing).toContainText('past due');
  const seen = await billing.textContent();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Extend grace' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Days from now').fill('20');
  await dialog.getByLabel('Reason').fill('Your bank needs more time.');
  await dialog.getByRole('button', { name: 'Extend grace' }).click();
  await expect(page.getByText(`Grace extended for ${name}`)).toBeVisible();
  await expect(billing).not.toHaveText(seen ?? '');

  await page.getByRole('button', { name: 'View as coach' }).click();
  await dialog.getByLabel('Reason').fill('You wrote that your packages are gone.');
  await dialog.getByRole('button', { name: 'View as coach' }).click();
  const bar = page.getByRole('region', { name: 'Viewing an account' });
  await expect(bar).toContainText(`Viewing as ${name} 15 minutes left`);
  await expect(page).toHaveURL(new RegExp(`/coach/${coach.coachId}/calendar`));

  await page.goto(`/coach/${coach.coachId}/money?view=packages`);
  await expect(bar).toBeVisible();
  const refused = await page.request.delete(`/rest/v1/programs/${coach.coachId}`, {
    headers: { origin: new URL(page.url()).origin },
  });
  expect(await refused.json()).toMatchObject({ code: 'VIEWING' });
  await page.goto('/coach-profile');
  await page.getByLabel('Headline').fill('Strength after forty');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('You are viewing this account, so nothing can be changed.')).toBeVisible();
  await page.getByLabel('Headline').fill('');
  await page.goto(`/coach/${coach.coachId}/messages`);
  await expect(page.getByText('Not shown to operators').first()).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(window.localStorage))).not.toContain(name);

  await bar.getByRole('button', { name: 'Stop viewing' }).click();
  await expect(page).toHaveURL(new RegExp(`/operator/accounts/${coach.coachId}`));
  await expect(bar).toHaveCount(0);
  const activity = page.getByRole('region', { name: 'Activity' });
  await expect(activity).toContainText('Stopped viewing the account');

  const own = await people.openBrowser(coach.coachId);
  await own.goto('/settings?section=activity');
  await expect(own.getByText('Started to view the account as its owner sees it')).toBeVisible();
  await expect(own.getByText('You wrote that your packages are gone.')).toBeVisible();
  await expect(own.getByText('Extended the grace period')).toBeVisible();
});
