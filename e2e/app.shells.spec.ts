import type { Page } from '@playwright/test';
import { expect, signIn, signInNewCoach, test } from './support/test.ts';

const barItems = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).locator('a:visible, button:visible').allInnerTexts();

test('visitors get their bar', async ({ page }) => {
  await page.goto('/landing');
  await expect(page.getByRole('heading', { name: 'Transform Your Coaching Business' })).toBeVisible();
  expect(await barItems(page)).toEqual(['Contact Us', 'Schedule Demo', 'Pricing', 'Log In']);
});

test('coaches get theirs, with marks for what their plan lacks', async ({ page }) => {
  await signIn(page, 'demo.coach.base@example.com');
  await expect(page.getByRole('button', { name: 'Analytics' })).toBeVisible();
  expect(await barItems(page)).toEqual([
    'Dashboard',
    'Clients',
    'Pipeline',
    'Calendar',
    'Messages',
    'Analytics',
    'Settings',
  ]);
  await expect(page.getByText('Coach Base')).toBeVisible();
  await page.getByRole('button', { name: 'Analytics' }).press('Enter');
  await expect(page.getByRole('menuitem', { name: /Business Metrics/ })).toContainText('Plus+');
  await expect(page.getByRole('menuitem', { name: /Performance Metrics/ })).toContainText('Plus+');
  await expect(page.getByRole('menuitem', { name: /Engagement/ })).toContainText('Pro');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /your menu/i }).click();
  for (const name of ['Profile', 'Profile Settings', 'Sign Out']) {
    await expect(page.getByRole('menuitem', { name, exact: true })).toBeVisible();
  }
});

test('a pro coach has nothing marked as restricted', async ({ page }) => {
  await signIn(page, 'demo.coach.pro@example.com');
  await page.getByRole('button', { name: 'Analytics' }).click();
  await expect(page.getByRole('menuitem', { name: /Business Metrics/ })).not.toContainText('Plus+');
  await expect(page.getByRole('menuitem', { name: /Engagement/ })).not.toContainText('Pro');
  await page.getByRole('menuitem', { name: /Engagement/ }).click();
  await expect(page.getByRole('heading', { name: /not available yet/ })).toBeVisible();
});

test('the walkthrough stands above the dashboard that it walks through', async ({ page }) => {
  await signIn(page, 'pitch@example.com');
  await page.goto('/coach/pitch-loom');
  await expect(page.getByRole('heading', { level: 1, name: 'A walk through Stridewell' })).toBeVisible();
  await expect(page.getByText('There is no recording yet.')).toBeVisible();
  const dashboard = page.getByRole('region', { name: 'Dashboard' });
  await expect(dashboard).toContainText('Pipeline Summary');
  // What the landing page names: 23 clients and $4.2k this month.
  await expect(dashboard.getByRole('region', { name: 'Client Metrics Overview' })).toContainText('23');
  await expect(dashboard.getByRole('region', { name: 'Business Performance' })).toContainText('$4,200This month');
  await expect(dashboard.getByRole('region', { name: "Today's Agenda" })).not.toContainText('All caught up');
});

test('clients and operators get theirs', async ({ page, context }) => {
  await signIn(page, 'demo.client@example.com');
  expect(await barItems(page)).toEqual(['Dashboard', 'Profile', 'Check-in', 'Messages']);
  await context.clearCookies();
  await signIn(page, 'demo.operator@example.com');
  expect(await barItems(page)).toEqual(['Dashboard', 'Contacts', 'Pipeline', 'Coach Approval', 'AI Assistant']);
});

test('the menu of a phone has everything @phone', async ({ page }) => {
  await signIn(page, 'demo.coach.base@example.com');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog');
  for (const name of ['Dashboard', 'Clients', 'Business Metrics', 'Settings']) {
    await expect(menu.getByRole('link', { name: new RegExp(`^${name}`) })).toBeVisible();
  }
  await menu.getByRole('link', { name: /^Clients/ }).click();
  await expect(page).toHaveURL(/\/clients$/);
});

test('a client on a phone has the portal within reach of a thumb @phone', async ({ page }) => {
  await signIn(page, 'demo.client2@example.com');
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Check-in' }).click();
  await expect(page).toHaveURL(/\/client\/check-in$/);
});

test.describe('a page that the plan lacks', () => {
  for (const [email, path, feature, plan, required] of [
    ['demo.coach.base@example.com', 'business-metrics', 'Advanced AI', 'Coach Base', 'Coach Plus'],
    ['demo.coach.base@example.com', 'performance-metrics', 'Advanced AI', 'Coach Base', 'Coach Plus'],
    ['demo.coach.plus@example.com', '/engagement-dashboard', 'Retention tracking', 'Coach Plus', 'Coach Pro'],
  ] as const) {
    test(`${path} says what it takes`, async ({ page }) => {
      await signIn(page, email);
      await page.goto(path.startsWith('/') ? path : page.url().replace('dashboard', path));
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { name: 'Feature Upgrade Required' })).toBeVisible();
      await expect(main).toContainText(feature);
      await expect(main).toContainText(plan);
      await expect(main).toContainText(required);
    });
  }
});

test('a wrong role, another coach and an unknown address', async ({ page }) => {
  await signIn(page, 'demo.coach.base@example.com');
  const home = page.url();
  await page.goto('/operator/contacts');
  await expect(page).toHaveURL(home);
  await page.goto('/client/check-in');
  await expect(page).toHaveURL(home);
  await page.goto('/coach/01a1fc12-0000-7000-8000-000000000000/clients');
  await expect(page).toHaveURL(home.replace('dashboard', 'clients'));
  for (const path of ['/coach/default/dashboard', '/no-such-page', '/x/check-in']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible();
  }
});

test('old and short addresses lead on', async ({ page }) => {
  await page.goto('/terms');
  await expect(page).toHaveURL(/\/terms-of-service$/);
  await page.goto('/privacy');
  await expect(page).toHaveURL(/\/privacy-policy$/);
  await signIn(page, 'demo.coach.plus@example.com');
  const base = page.url().replace(/\/dashboard$/, '');
  await page.getByRole('link', { name: 'Send Group Message' }).click();
  await expect(page).toHaveURL(`${base}/notifications`);
  await page.goto('/');
  await page.getByRole('link', { name: 'Follow Up With Leads' }).click();
  await expect(page).toHaveURL(`${base}/pipeline`);
});

test('the keyboard reaches the content first', async ({ page }) => {
  await signIn(page, 'demo.coach.plus@example.com');
  await page.reload();
  await expect(page.getByRole('heading', { name: /Jamie/ })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('the dashboard shows the pro coach what the day brings', async ({ page }) => {
  await signIn(page, 'demo.coach.pro@example.com');
  const card = (name: string) => page.getByRole('region', { name });
  await expect(card("Today's Agenda")).toContainText('Daniel Kim');
  await expect(card('AI Assistant Suggestions')).toContainText(
    /You last heard from Daniel Kim \d+ days ago: 2 check-ins in a row missed\./,
  );
  await expect(card('Client Metrics Overview')).toContainText('15');
  await expect(card('Business Performance')).toContainText('$');
  await expect(page.getByText(/Last synced/)).toBeVisible();
  await card("Today's Agenda").getByRole('button', { name: 'Done with Yuki Tanaka' }).click();
  await expect(card("Today's Agenda")).not.toContainText('Yuki Tanaka');
  // Whoever comes next depends on the time of day.
  const badge = card('Upcoming Sessions')
    .getByRole('button', { name: /: scheduled/ })
    .first();
  const label = (await badge.getAttribute('aria-label')) ?? '';
  await badge.click();
  await expect(card('Upcoming Sessions').getByRole('button', { name: label })).toHaveCount(0);
  await page.reload();
  await expect(card("Today's Agenda")).not.toContainText('Yuki Tanaka');
});

test('a base coach sees which cards the plan lacks', async ({ page }) => {
  await signIn(page, 'demo.coach.base@example.com');
  for (const name of ['AI Assistant Suggestions', 'Business Performance']) {
    await expect(page.getByRole('region', { name }).getByRole('link', { name: /Upgrade to Coach Plus/ })).toBeVisible();
  }
});

test('a new coach finds every card empty and saying so', async ({ page, request, origin }) => {
  await signInNewCoach(page, request, origin);
  await expect(page.getByText('All caught up! No scheduled items for today')).toBeVisible();
  await expect(page.getByText('No upcoming sessions')).toBeVisible();
});

test('a coach records an expense from the dashboard', async ({ page }) => {
  await signIn(page, 'demo.coach.plus@example.com');
  const card = page.getByRole('region', { name: 'Business Performance' });
  const expenses = card.getByRole('group', { name: 'Expenses' });
  const amount = async () => Number((await expenses.textContent())?.match(/\$([\d,.]+)/)?.[1]?.replaceAll(',', ''));
  const before = await amount();
  await card.getByRole('button', { name: 'Add entry' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add revenue or an expense' });
  await dialog.getByText('Expense', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Add entry' }).click();
  await expect(dialog.getByText('Please enter an amount')).toBeVisible();
  await dialog.getByLabel('Amount').fill('40.50');
  await dialog.getByLabel('Category').fill('Gym towels');
  await dialog.getByRole('button', { name: 'Add entry' }).dblclick();
  await expect(page.getByText('Expense added')).toBeVisible();
  await expect.poll(amount).toBe(before + 40.5);
});
