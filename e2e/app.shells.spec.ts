import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

const barItems = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).locator('a:visible, button:visible').allInnerTexts();

/** As the end-to-end server is configured. */
const RECORDING = 'https://walk.example/embed/7';

test('a coach on the free plan sees what the plan lacks, and the keyboard reaches the content first', async ({
  page,
  coach,
}) => {
  await page.goto('/');
  await expect(page).toHaveURL(`/coach/${coach.coachId}/dashboard`);
  await expect(page.getByText('All caught up! No scheduled items for today')).toBeVisible();
  await expect(page.getByText('No upcoming sessions')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  for (const name of ['AI Assistant Suggestions', 'Business Performance']) {
    await expect(page.getByRole('region', { name }).getByRole('link', { name: /Upgrade to Coach Plus/ })).toBeVisible();
  }
  expect(await barItems(page)).toEqual([
    'Dashboard',
    'Clients',
    'Pipeline',
    'Calendar',
    'Messages',
    'Programs',
    'Money',
    'Analytics',
    'Settings',
  ]);
});

test('a phone has every page within reach of a thumb @phone', async ({ page, people, coach }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Clients/ })
    .click();
  await expect(page).toHaveURL(/\/clients$/);
  const tabs = page.getByRole('navigation', { name: 'Coach' });
  await expect(tabs.getByRole('link', { name: 'Clients' })).toHaveAttribute('aria-current', 'page');
  await tabs.getByRole('link', { name: 'Review' }).click();
  await expect(page).toHaveURL(/\/check-ins$/);
  const { userId } = await people.createClient(coach);
  await people.signIn(page.context(), userId);
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Check-in' }).click();
  await expect(page).toHaveURL(/\/client\/check-in$/);
});

test('the walkthrough plays its recording above the dashboard that it explains', async ({ page, people }) => {
  await page.route(RECORDING, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<html lang="en"><title>Recording</title><p>Loading</p><script>document.querySelector("p").textContent = "Playing"</script>',
    }),
  );
  await people.signInDemo(page, 'pitch@example.com');
  const answer = await page.goto('/coach/pitch-loom');
  const policy = (await answer?.headerValue('content-security-policy')) ?? '';
  const frames = policy.split(';').find((part) => part.trim().startsWith('frame-src '));
  expect(frames?.trim().split(' ')).toContain('https://walk.example');
  await expect(page.getByRole('heading', { level: 1, name: 'A walk through Stridewell' })).toBeVisible();
  // The browser enforces the policy, so a playing recording was allowed with its scripts.
  const frame = page.frameLocator('iframe[title="A walk through Stridewell"]');
  await expect(frame.getByText('Playing')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open it in a new tab' })).toHaveAttribute('href', RECORDING);
  const dashboard = page.getByRole('region', { name: 'Dashboard' });
  await expect(dashboard).toContainText('Pipeline Summary');
  // The landing page names these figures: 23 clients and $4.2k this month.
  await expect(dashboard.getByRole('region', { name: 'Client Metrics Overview' })).toContainText('23');
  await expect(dashboard.getByRole('region', { name: 'Business Performance' })).toContainText('$4,200This month');
  await expect(dashboard.getByRole('region', { name: "Today's Agenda" })).not.toContainText('All caught up');
});

test('a coach works through the dashboard: agenda, sessions, quick actions and books', async ({ page, people }) => {
  test.slow();
  const coach = await people.createCoachWithHistory();
  await people.signIn(page.context(), coach.coachId);
  const base = `/coach/${coach.coachId}`;
  await page.goto(`${base}/dashboard`);
  const card = (name: string) => page.getByRole('region', { name });
  const done = card("Today's Agenda")
    .getByRole('button', { name: /^Done with / })
    .first();
  const name = ((await done.getAttribute('aria-label')) ?? '').replace('Done with ', '');
  // A completed session leaves the list with the next refresh, so the one of this change comes first.
  const refreshed = page.waitForResponse(/\/dashboards\/coach\/[^/]+$/);
  await done.click();
  await expect(card("Today's Agenda").getByRole('button', { name: `Done with ${name}` })).toHaveCount(0);
  await refreshed;
  // The time of day decides who comes next.
  const scheduled = card('Upcoming Sessions').getByRole('button', { name: /: scheduled/ });
  const completed = card('Upcoming Sessions').getByRole('button', { name: /: completed/ });
  await scheduled.first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Complete session' }).click();
  await expect(completed).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(completed).toHaveCount(0);
  await expect(page.getByText('Session scheduled again')).toBeVisible();
  await page.reload();
  await expect(card('Upcoming Sessions')).toBeVisible();
  await expect(card("Today's Agenda").getByRole('button', { name: `Done with ${name}` })).toHaveCount(0);

  const books = card('Business Performance');
  const expenses = books.getByRole('group', { name: 'Expenses' });
  const amount = async () => Number((await expenses.textContent())?.match(/\$([\d,.]+)/)?.[1]?.replaceAll(',', ''));
  await expect(expenses).toContainText('$');
  const before = await amount();
  await books.getByRole('button', { name: 'Add entry' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add revenue or an expense' });
  await dialog.getByText('Expense', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Add entry' }).click();
  await expect(dialog.getByText('Please enter an amount')).toBeVisible();
  await dialog.getByLabel('Amount').fill('40.50');
  await dialog.getByLabel('Category').fill('Gym towels');
  await dialog.getByRole('button', { name: 'Add entry' }).dblclick();
  await expect(page.getByText('Expense added')).toBeVisible();
  await expect.poll(amount).toBe(before + 40.5);

  await page.getByRole('link', { name: 'Send Group Message' }).click();
  await expect(page).toHaveURL(`${base}/notifications`);
});
