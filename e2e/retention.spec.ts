import { anEvent } from '../apps/server/test/factories/records.ts';
import { connectOwner } from '../apps/server/test/stored-sessions.ts';
import { expect, test } from './support/test.ts';

const DAY_MS = 86_400_000;

test('a coach settles decisions about clients at risk by keyboard, takes one back, and settles one by thumb', async ({
  people,
  ownerUrl,
}) => {
  const coach = await people.createCoach({ name: 'Sam Hill', plan: 'pro' });
  const owner = connectOwner(ownerUrl);
  for (const name of ['Ana Silent', 'Ben Silent']) {
    const { clientId } = await people.createClient(coach, { name, onboardingCompleted: true });
    const of = { coachId: coach.coachId, clientId };
    await anEvent({ owner: owner.db }, { of, type: 'relationship.accepted', occurredAt: ago(100) });
    // Trained every third day, until three weeks ago.
    for (let days = 24; days <= 81; days += 3) {
      const data = { day: ago(days).toISOString().slice(0, 10) };
      await anEvent({ owner: owner.db }, { of, type: 'workout.completed', occurredAt: ago(days), data });
    }
  }
  await owner.close();

  const page = await people.openBrowser(coach.coachId, { viewport: { width: 1440, height: 900 }, isMobile: false });
  await page.goto(`/coach/${coach.coachId}/dashboard`);
  const alert = page.getByRole('region', { name: 'Client Retention Alert' });
  await alert.getByRole('link', { name: 'View Recommendation' }).click();
  await expect(page.getByRole('table', { name: 'Clients' }).getByText('High Risk')).toHaveCount(2);
  await page.getByRole('link', { name: 'Monday' }).click();
  await expect(page.getByText('2 decisions to go.')).toBeVisible();
  const decisions = page.getByRole('list', { name: 'Decisions' });
  await expect(decisions.getByRole('link', { name: 'Ana Silent' })).toBeVisible();

  await expect(page.getByText(/^Keys: J/)).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByText('1 decision to go.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 decisions to go.')).toBeVisible();
  await page.keyboard.press('k');
  await expect(decisions.getByRole('link', { name: 'Ana Silent' })).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByText('1 decision to go.')).toBeVisible();

  // Leaving the page carries out what is held.
  await page.getByRole('link', { name: 'Engagement', exact: true }).last().click();
  const row = page.getByRole('table', { name: 'Clients' }).getByRole('row', { name: /Ana Silent/ });
  await expect(row.getByText(/^Message sent/).filter({ visible: true })).toHaveCount(1);
  await expect(page.getByRole('table', { name: 'Actions of the last year' })).toContainText('Personal message');

  const phone = await people.openPhone(coach.coachId, { isMobile: true, hasTouch: true });
  await phone.goto(`/coach/${coach.coachId}/engagement/monday`);
  await expect(phone.getByText(/^1 decision to go\. You have settled 1 decision/)).toBeVisible();
  await expect(phone.locator('kbd, p').filter({ hasText: /^(Keys: J|A|E|D)/, visible: true })).toHaveCount(0);
  await phone.getByRole('button', { name: /^Skip for a week/ }).tap();
  await expect(phone.getByText('No one needs you right now')).toBeVisible();
});

const ago = (days: number): Date => new Date(Date.now() - days * DAY_MS);
