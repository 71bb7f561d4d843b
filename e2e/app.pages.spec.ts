import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './support/test.ts';

const DIST = path.join(import.meta.dirname, '../apps/web/dist');
const listed: { pages: Record<string, string[]> } = JSON.parse(
  readFileSync(path.join(DIST, '.vite/pages.json'), 'utf8'),
);
const FRAME = [
  ...readFileSync(path.join(DIST, 'index.html'), 'utf8').matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g),
];

/**
 * Budgets are checked against the list of the build, so it has to be what phones load. Lower than most phones, because
 * what comes into sight below loads as well, and how much that is depends on the hour of the demo.
 */
const PHONE = { width: 412, height: 540 };

for (const [email, addresses] of [
  ['demo.client@example.com', ['/client/dashboard', '/client/check-in', '/client/nutrition/plan']],
  ['demo.coach.pro@example.com', ['/coach/$coachId/dashboard', '/coach/$coachId/calendar', '/coach/$coachId/clients']],
] as const) {
  test(`a first visit of ${email} loads the files that the build lists`, async ({ page, people, browser }) => {
    const coachId = await people.signInDemo(page, email);
    const storageState = await page.context().storageState();
    for (const address of addresses) {
      const context = await browser.newContext({ storageState, viewport: PHONE });
      const visit = await context.newPage();
      const loaded = new Set<string>();
      visit.on('request', (request) => {
        const file = new URL(request.url()).pathname.slice(1);
        if (/\.(js|css)$/.test(file)) loaded.add(file);
      });
      await visit.goto(address.replace('$coachId', coachId));
      await expect(visit.getByRole('heading', { level: 1 })).toBeVisible();
      await visit.waitForLoadState('networkidle');
      const wanted = new Set([...FRAME.map(([, file = '']) => file), ...(listed.pages[address] ?? [])]);
      expect([...loaded].sort(), address).toEqual([...wanted].sort());
      await context.close();
    }
  });
}

type BuiltPage = { outline?: object };
const built: Record<string, BuiltPage> = JSON.parse(readFileSync(path.join(DIST, '.vite/paths.json'), 'utf8'));
const outlined = Object.keys(built).filter((address) => built[address]?.outline);

for (const [email, section] of [
  ['demo.client@example.com', '/client/'],
  ['demo.coach.pro@example.com', '/coach/'],
] as const) {
  test(`pages of ${email} are painted with their own first words before the program loads`, async ({
    page,
    people,
    browser,
  }) => {
    const coachId = await people.signInDemo(page, email);
    const storageState = await page.context().storageState();
    const context = await browser.newContext({ storageState, serviceWorkers: 'block' });
    const visit = await context.newPage();
    const outline = visit.locator('#outline');
    const addresses = outlined.filter((address) => address.startsWith(section));
    expect(addresses).not.toEqual([]);
    for (const address of addresses) {
      await visit.route('**/assets/**', (route) => route.abort());
      await visit.goto(address.replace('$coachId', coachId));
      await expect(outline.getByText('Stridewell')).toBeVisible();
      const [title] = await outline.locator('section h1').allInnerTexts();
      const [lead] = await outline.locator('section p').allInnerTexts();
      expect(title ?? lead, address).toBeDefined();
      await visit.unroute('**/assets/**');
      await visit.reload();
      await expect(visit.getByRole('heading', { level: 1 }), address).toHaveText(title ?? /./);
      if (lead !== undefined) await expect(visit.locator('main').getByText(lead), address).toBeVisible();
      await expect(outline).toBeHidden();
    }
    await context.close();
  });
}
