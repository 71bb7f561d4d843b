import { addDays, dayInZone, isoWeekday } from '@stridewell/contract/time';
import { expect, test } from './support/test.ts';

const ZONE = 'America/Los_Angeles';
const SATURDAY = 6;
/** What was eaten on the Saturday that is not logged. */
const SATURDAY_KCAL = '4500';

test('a coach approves a target that adapts, and the client reads it with its reason on a phone', async ({
  people,
}) => {
  const now = new Date();
  const today = dayInZone(now, ZONE);
  // The last weigh-in was yesterday, so food logged for that day would not change the estimate.
  const beforeYesterday = addDays(today, -2);
  const saturday = addDays(beforeYesterday, -((isoWeekday(beforeYesterday) - SATURDAY + 7) % 7));
  const owner = await people.createCoach({ name: 'Nora Fields', plan: 'plus' });
  const client = await people.createClient(owner, { name: 'Nina Park', timeZone: ZONE, onboardingCompleted: true });
  const { fromKcal, toKcal, sentence } = await people.reviewTargetOf(client, {
    now,
    timeZone: ZONE,
    unlogged: saturday,
  });
  const [before, after] = [fromKcal, toKcal].map((kcal) => `${kcal.toLocaleString('en-US')} kcal`);

  const coach = await people.openBrowser(owner.coachId);
  await coach.goto(`/coach/${owner.coachId}/client/${client.clientId}?tab=nutrition`);
  const title = `Suggested target: ${after} instead of ${before}`;
  const proposal = coach.getByRole('alert', { name: title });
  await expect(proposal).toBeVisible();
  // The reason names the interval and the days that were used.
  expect(sentence).toMatch(/likely range .* to .*, from 34 complete days and 35 weigh-ins/);
  // The heading has the numbers already.
  await expect(proposal).toContainText(sentence.replace(`${title}. `, ''));
  const expenditure = coach.getByRole('group', { name: 'Expenditure a day' });
  await expect(expenditure).toContainText(/Likely [\d,]+ kcal to [\d,]+ kcal/);
  const used = coach.getByRole('group', { name: 'Days used' });
  await expect(used).toContainText('35 weigh-ins, 1 incomplete days');

  const shown = (await expenditure.textContent()) ?? '';
  await coach.getByLabel('What if this day').fill(saturday);
  await coach.getByLabel('Had been logged').fill(SATURDAY_KCAL);
  await expect(used).toContainText('35 weigh-ins, 0 incomplete days');
  await expect(expenditure).not.toHaveText(shown);
  await coach.getByLabel('What if this day').fill('');
  await expect(expenditure).toHaveText(shown);

  await coach.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(coach.getByText(`Nina: ${after} a day.`)).toBeVisible();
  await expect(coach.getByText(/^Suggested target: .* instead of/)).toHaveCount(0);

  const phone = await people.openPhone(client.userId);
  await phone.goto('/client/nutrition');
  await expect(phone.getByRole('group', { name: 'Energy' })).toContainText(`Target ${after}`);
  const reasons = phone.getByRole('region', { name: 'Your target and its reasons' });
  await expect(reasons).toContainText(`${after} a day. This target started today.`);
  await reasons.getByRole('button', { name: 'Show reasons' }).click();
  await expect(reasons).toContainText(sentence);
});
