import { createLogger } from '../apps/server/src/platform/logger.ts';
import { defineScheduledJob, EVERY_HOUR, Queue } from '../apps/server/src/platform/queue/queue.ts';
import { anEvent } from '../apps/server/test/factories/records.ts';
import { connectOwner } from '../apps/server/test/stored-sessions.ts';
import { expect, test } from './support/test.ts';

const DAY_MS = 86_400_000;

/** A zone in which it is about noon now, because nothing is sent at night. */
function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  // In these names, zones ahead of UTC have a minus.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

/** Lets the server do now what the clock starts each hour. */
async function runJob(connectionString: string): Promise<void> {
  const queue = new Queue({ connectionString, log: createLogger({ level: 'warn' }), worker: false, byTheClock: false });
  await queue.start();
  await queue.send(defineScheduledJob('flows.run', { schedule: EVERY_HOUR }), {});
  await queue.stop();
}

test('a coach has a message sent to clients who went quiet, and it arrives in the portal @phone', async ({
  people,
  ownerUrl,
}) => {
  const coach = await people.createCoach({ name: 'Sam Hill', plan: 'pro' });
  const nina = await people.createClient(coach, { timeZone: zoneAtNoon(), onboardingCompleted: true });
  const owner = connectOwner(ownerUrl);
  const occurredAt = new Date(Date.now() - 10 * DAY_MS);
  const of = { coachId: coach.coachId, clientId: nina.clientId };
  await anEvent({ owner: owner.db }, { of, type: 'relationship.accepted', occurredAt });
  const page = await people.openBrowser(coach.coachId, { viewport: { width: 1440, height: 900 }, isMobile: false });
  await page.goto(`/coach/${coach.coachId}/engagement`);
  await page.getByRole('link', { name: 'Re-engagement' }).click();
  await page.getByRole('button', { name: 'New rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'New rule' });
  await dialog.getByLabel('Name').fill('Quiet for a week');
  await dialog.getByLabel('Message', { exact: true }).fill('Hi {firstName}, how was your week?');
  await expect(dialog.getByText('Starts now with 1 client: Nina Park.')).toBeVisible();
  await expect(dialog.getByText('Hi Nina, how was your week?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await expect(page.getByRole('switch', { name: 'Send these messages: Quiet for a week' })).toBeChecked();

  await runJob(ownerUrl);
  const client = await people.openPhone(nina.userId);
  await client.goto('/client/messages');
  await expect(client.getByText('Hi Nina, how was your week?')).toBeVisible({ timeout: 20_000 });
  await expect(client.getByText(/sent automatically/)).toBeVisible();
  expect((await page.reload())?.status()).toBe(200);
  await expect(page.getByRole('table', { name: 'History' }).getByRole('row', { name: /Nina Park/ })).toContainText(
    'Sent',
  );
  await owner.close();
});
