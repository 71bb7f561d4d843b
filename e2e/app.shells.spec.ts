import type { Page, Route } from '@playwright/test';
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
    'Nutrition',
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

/** Answers the files that the HTML names once the page has asked for all of them, and none that it asks for later. */
async function openWithFirstFiles(page: Page, path: string): Promise<Route[]> {
  const held: Route[] = [];
  await page.route('**/assets/**', (route) => void held.push(route));
  await page.goto(path, { waitUntil: 'commit' });
  // The program leaves its template once the outline is painted.
  await page.waitForFunction(
    () => document.readyState !== 'loading' && document.getElementById('program') === null,
    undefined,
    { polling: 50 },
  );
  const named = await page
    .locator('[href^="/assets/"], [src^="/assets/"]')
    .evaluateAll(
      (elements) => new Set(elements.map((one) => one.getAttribute('href') ?? one.getAttribute('src'))).size,
    );
  await expect.poll(() => new Set(held.map((route) => route.request().url())).size).toBe(named);
  for (const route of held.splice(0)) await route.continue();
  return held;
}

test('the data of a page is the second request after its HTML', async ({ page, people, coach }) => {
  const { userId } = await people.createClient(coach);
  const sessions: string[] = [];
  page.on('request', (request) => request.url().endsWith('/rest/v1/session') && sessions.push(request.url()));
  const opens = async (path: string, data: string) => {
    const asked = page.waitForRequest((request) => request.url().includes(data));
    const later = await openWithFirstFiles(page, path);
    await asked;
    await page.unroute('**/assets/**');
    for (const route of later) await route.continue();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  };
  await opens(`/coach/${coach.coachId}/dashboard`, '/rest/v1/dashboards/coach/');
  await opens(`/coach/${coach.coachId}/clients`, '/rest/v1/client_coach_relationships');
  await opens(`/coach/${coach.coachId}/messages`, '/rest/v1/conversations');
  await people.signIn(page.context(), userId);
  await opens('/client/dashboard', '/rest/v1/dashboards/client');
  expect(sessions).toEqual([]);
});

test('a page whose files are gone is loaded again, once', async ({ page, coach, allowComplaints }) => {
  allowComplaints(/404|Failed to load|could not be loaded/);
  await page.goto(`/coach/${coach.coachId}/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.route('**/assets/**', (route) => (loads === 0 ? route.fulfill({ status: 404 }) : route.continue()));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Programs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Programs' })).toBeVisible();
  expect(loads).toBe(1);
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
