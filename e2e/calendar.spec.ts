import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import ICAL from 'ical.js';
import { expect, test, visit } from './support/test.ts';

const DAY_MS = 86_400_000;
/** A Wednesday at least a week ahead, so that its sessions are in the future and their series exists already. */
function wednesday(): string {
  const day = new Date(Date.now() + 8 * DAY_MS);
  day.setUTCDate(day.getUTCDate() + ((3 - day.getUTCDay() + 7) % 7));
  return day.toISOString().slice(0, 10);
}
const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

const form = (page: Page, name = 'New session') => page.getByRole('dialog', { name });
const event = (page: Page, name: string | RegExp) => page.locator('[data-event-id]').filter({ hasText: name });

/** Fills in the form with the keyboard and sends it. */
async function schedule(page: Page, who: string, time: string, repeat?: { times: string }): Promise<void> {
  await expect(page.getByRole('button', { name: 'New session' })).toBeVisible();
  await page.keyboard.press('n');
  await expect(form(page).getByRole('combobox', { name: 'With' })).toBeFocused();
  await page.keyboard.type(who);
  await expect(page.getByRole('option', { name: `${who} (not a client)` })).toBeVisible();
  await page.keyboard.press('Enter');
  await form(page).getByLabel('Start').fill(time);
  if (repeat) {
    await form(page).getByRole('combobox', { name: 'Repeat' }).press('ArrowDown');
    await page.getByRole('option', { name: 'Weekly' }).click();
    await form(page).getByRole('combobox', { name: 'Ends' }).click();
    await page.getByRole('option', { name: 'After a number of times' }).click();
    await form(page).getByLabel('Times').fill(repeat.times);
  }
  await form(page).getByRole('button', { name: 'Schedule' }).press('Enter');
  await expect(page.getByText('Session scheduled')).toBeVisible();
  await expect(form(page)).toHaveCount(0);
}

test('a coach schedules, moves, undoes, ticks off and downloads a session', async ({ page, coach }) => {
  const { coachId } = coach;
  const day = wednesday();
  await page.goto(`/coach/${coachId}/calendar?date=${day}`);
  await expect(page.locator('[data-calendar-board]')).toBeVisible();
  await schedule(page, 'Tom Trial', '10:00');
  await expect(event(page, 'Tom Trial')).toContainText('10:00 AM');

  // The form names conflicts before it is saved.
  await page.keyboard.press('n');
  await form(page).getByLabel('Date', { exact: true }).fill(day);
  await form(page).getByLabel('Start').fill('10:30');
  await expect(form(page).getByText('Overlaps another session')).toBeVisible();
  const checked = page.waitForResponse((answer) => answer.url().includes('/calendar/conflicts'));
  await form(page).getByLabel('Start').fill('11:00');
  await checked;
  await expect(form(page).getByText('Overlaps another session')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(form(page)).toHaveCount(0);

  await event(page, 'Tom Trial').dragTo(page.getByRole('button', { name: new RegExp(`${daysLater(day, 1)} 13:00`) }), {
    sourcePosition: { x: 40, y: 4 },
    targetPosition: { x: 40, y: 4 },
  });
  await expect(page.getByText('Session moved')).toBeVisible();
  await expect(event(page, 'Tom Trial')).not.toContainText('10:00 AM');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(event(page, 'Tom Trial')).toContainText('10:00 AM');

  // Dragging its end makes it longer.
  await expect(page.getByText('Undone')).toBeVisible();
  const end = event(page, 'Tom Trial').locator('[data-edge=bottom]');
  // Waits until it stands still, which the first coordinates alone do not.
  await end.hover();
  const box = await end.boundingBox();
  if (!box) throw new Error('the session has no end');
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 + 28, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByText('Session changed')).toBeVisible();

  await event(page, 'Tom Trial').click();
  const details = form(page, 'Tom Trial');
  await expect(details.getByText('10:00 AM to 11:30 AM')).toBeVisible();
  await details.getByRole('button', { name: 'Tom Trial: scheduled. Change status' }).click();
  await expect(details.getByRole('button', { name: 'Tom Trial: completed. Change status' })).toBeVisible();
  await details.getByRole('button', { name: 'Tom Trial: completed. Change status' }).click();
  await expect(details.getByRole('button', { name: 'Tom Trial: scheduled. Change status' })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    details.getByRole('button', { name: '.ics file' }).click(),
  ]);
  const calendar = new ICAL.Component(ICAL.parse(await readFile(await download.path(), 'utf8')));
  const [one, ...more] = calendar.getAllSubcomponents('vevent').map((part) => new ICAL.Event(part));
  expect(more).toEqual([]);
  expect(one?.summary).toBe('Session: Tom Trial');
  expect(one?.duration.toSeconds()).toBe(90 * 60);

  await page.keyboard.press('Escape');
  await page.keyboard.press('m');
  await expect(page).toHaveURL(/view=month/);
  await page.keyboard.press('t');
  await expect(page).not.toHaveURL(/date=/);
  await page.keyboard.press('d');
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/view=day&date=/);
});

test('a series loses one day and moves from another one on', async ({ page, coach }) => {
  const { coachId } = coach;
  const day = wednesday();
  await page.goto(`/coach/${coachId}/calendar?view=agenda&date=${day}`);
  await expect(page.getByText('No sessions on these days')).toBeVisible();
  await schedule(page, 'Tom Trial', '10:00', { times: '4' });
  const rows = page.getByRole('button', { name: /Tom Trial/ });
  await expect(rows).toHaveCount(2);

  await rows.nth(1).click();
  await page.getByRole('button', { name: 'Cancel session' }).click();
  await page.getByLabel('Reason').fill('Holidays');
  await page.getByRole('button', { name: 'Cancel session' }).click();
  await expect(page.getByText('Session canceled')).toBeVisible();
  await expect(rows.nth(1)).toContainText('canceled');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(new RegExp(daysLater(day, 14)));
  await expect(rows).toHaveCount(2);
  await rows.first().click();
  await page.getByRole('button', { name: 'Edit or move' }).click();
  const dialog = form(page, 'Change session');
  await dialog.getByLabel('Start').fill('16:30');
  await dialog.getByLabel('This and following').check();
  await dialog.getByRole('button', { name: 'Save session' }).click();
  await expect(rows).toContainText(['4:30 PM', '4:30 PM']);
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('ArrowLeft');
  await expect(rows).toContainText(['10:00 AM', '10:00 AM']);

  // A new repeat pattern from the first session on.
  await rows.first().click();
  await expect(page.getByText('Every week on Wednesday, until')).toBeVisible();
  await page.getByRole('button', { name: 'Edit or move' }).click();
  await dialog.getByLabel('This and following').check();
  await dialog.getByRole('button', { name: 'Fri', exact: true }).click();
  await dialog.getByRole('combobox', { name: 'Ends' }).click();
  await page.getByRole('option', { name: 'After a number of times' }).click();
  await dialog.getByLabel('Times').fill('4');
  await dialog.getByRole('button', { name: 'Save session' }).click();
  await expect(dialog).toHaveCount(0);
  // One of the four is the canceled day, which stays canceled.
  await expect(rows.filter({ hasNotText: 'canceled' })).toHaveCount(3);
});

test('a client books, moves and cancels what the coach offers', async ({ page, people, coach, origin }) => {
  const { coachId } = coach;
  const { userId } = await people.createClient(coach, { timeZone: 'Europe/Berlin' });
  const client = await people.openPhone(userId, { timezoneId: 'Europe/Berlin' });
  await client.goto('/client/dashboard');
  await client.getByRole('link', { name: 'Book a session' }).click();
  await expect(client.getByText('No open times right now.')).toBeVisible();

  await page.goto(`/coach/${coachId}/calendar?view=availability`);
  await page.getByRole('button', { name: 'Add session type' }).click();
  await form(page, 'New type').getByLabel('Name').fill('Check-up');
  await form(page, 'New type').getByRole('button', { name: 'Save type' }).click();
  await expect(page.getByText('60 minutes, clients can book it')).toBeVisible();
  await page.getByRole('button', { name: 'Add hours on Wednesday' }).click();
  await page.getByRole('button', { name: 'Save availability' }).click();
  await expect(page.getByText('Availability saved')).toBeVisible();

  // The client's open page offers the new times.
  const times = client.getByRole('list', { name: 'Times' });
  await times.getByRole('button').first().click();
  // Meanwhile the coach takes that time.
  const taken = await client.request.get('/rest/v1/bookings');
  const { slots }: { slots: string[] } = await taken.json();
  const session = {
    coachId,
    id: crypto.randomUUID(),
    clientId: null,
    clientName: 'Tom Trial',
    sessionTypeId: null,
    sessionType: 'Trial',
    startsAt: slots[0],
    minutes: 60,
    location: '',
    notes: '',
    repeat: null,
  };
  const answer = await page.request.post('/rest/v1/calendar/sessions', { data: session, headers: { origin } });
  expect(answer.status()).toBe(200);
  await client.getByRole('button', { name: 'Confirm' }).click();
  await expect(client.getByText('That time is no longer free.')).toBeVisible();
  await client.getByRole('button', { name: 'Pick another time' }).click();

  await times.getByRole('button').first().click();
  await client.getByRole('button', { name: 'Confirm' }).click();
  await expect(client.getByText('Session booked')).toBeVisible();
  const own = client.getByRole('region', { name: 'Coming up' });
  await expect(own.getByText('Check-up, 60 minutes')).toBeVisible();
  await visit(page, `/coach/${coachId}/calendar?view=agenda&date=${slots[0]?.slice(0, 10)}`);
  await expect(page.getByRole('button', { name: /Nina Park/ })).toBeVisible();

  await own.getByRole('button', { name: 'Move' }).click();
  await times.getByRole('button').last().click();
  await client.getByRole('button', { name: 'Confirm' }).click();
  await expect(client.getByText('Session moved')).toBeVisible();
  await own.getByRole('button', { name: 'Cancel' }).click();
  await client.getByRole('button', { name: 'Cancel session' }).click();
  await expect(own.getByText('No sessions yet.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: /Nina Park.*canceled/ })).toBeVisible();
});
