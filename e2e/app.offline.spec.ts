import type { Page } from '@playwright/test';
import { deployingProxy } from './support/deploying-proxy.ts';
import { field, messages } from './support/messages.ts';
import { expect, listen, signIn, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });
test.beforeEach(({ allowComplaints }) => allowComplaints(/ERR_INTERNET_DISCONNECTED|Failed to fetch/));

const CLIENT = 'demo.client@example.com';
const kept = (page: Page) => page.evaluate(() => window.localStorage.getItem('stridewell.offline'));

/** Until the worker answers for this page, and everything that it fetches beforehand is there. */
const workerReady = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  });

test('the portal opens without a network and shows what it showed last @phone', async ({ page, context }) => {
  await signIn(page, CLIENT);
  await page.goto('/client/messages');
  const said = await messages(page).last().textContent();
  await page.goto('/client/progress');
  const trend = await page
    .getByRole('region', { name: 'Weight', exact: true })
    .getByRole('definition')
    .first()
    .textContent();
  await page.goto('/client/dashboard');
  const hello = page.getByRole('heading', { name: /^Hello, / });
  await expect(hello).toBeVisible();
  await workerReady(page);

  await context.setOffline(true);
  await page.goto('/client/dashboard');
  await expect(hello).toBeVisible();
  await expect(page.getByText(/^Offline: /)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your coach' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Messages' }).click();
  await expect(messages(page).last()).toHaveText(said ?? '');
  await expect(field(page)).toBeEditable();

  await page.goto('/client/progress');
  const weight = page.getByRole('region', { name: 'Weight', exact: true });
  await expect(weight.getByRole('definition').first()).toHaveText(trend ?? '');
  await expect(weight.getByRole('img', { name: /^Trend of the weight/ })).toBeVisible();

  // Not opened before, so nothing of it is here.
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Check-in' }).click();
  await expect(page.getByRole('heading', { name: 'Not available without a connection' })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Check-in', exact: true })).toBeVisible();
  await expect(page.getByText(/^Offline: /)).toHaveCount(0);
});

test('nothing of it is left after signing out @phone', async ({ page, context }) => {
  await signIn(page, CLIENT);
  await expect(page.getByRole('heading', { name: /^Hello, / })).toBeVisible();
  await workerReady(page);
  expect(await kept(page)).toContain(CLIENT);
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/landing$/);
  expect(await kept(page)).toBeNull();

  await context.setOffline(true);
  await page.goto('/client/dashboard');
  await expect(page.getByRole('heading', { name: 'Not available without a connection' })).toBeVisible();
  await expect(page.getByText(/^Hello, /)).toHaveCount(0);
});

test('a session that ended meanwhile ends here as soon as there is a network @phone', async ({ page, context }) => {
  await signIn(page, CLIENT);
  await expect(page.getByRole('heading', { name: /^Hello, / })).toBeVisible();
  await workerReady(page);
  await context.setOffline(true);
  await page.goto('/client/dashboard');
  await expect(page.getByRole('heading', { name: /^Hello, / })).toBeVisible();
  await context.clearCookies();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/auth\?next=/);
  expect(await kept(page)).toBeNull();
});

test('a coach leaves nothing for a time without a network', async ({ page }) => {
  await signIn(page, 'demo.coach.pro@example.com');
  expect(await kept(page)).toBeNull();
});

test('a newer version waits until somebody lets it in @phone', async ({
  browser,
  baseURL,
  complaints,
  allowComplaints,
}) => {
  // Live events do not pass the proxy as a socket, and are polled for.
  allowComplaints(/WebSocket/);
  const proxy = await deployingProxy();
  const context = await browser.newContext({ baseURL: baseURL ?? '', proxy: { server: proxy.server } });
  listen(context, complaints);
  const page = await context.newPage();
  const offer = page.getByText('A new version is ready');
  await signIn(page, CLIENT);
  await workerReady(page);
  proxy.deploy();
  await page.goto('/client/dashboard');
  await expect(offer).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(offer).toHaveCount(0);
  // It waits on, and nothing has loaded by itself.
  await page.reload();
  await expect(offer).toBeVisible();
  await page.evaluate(() => Reflect.set(window, 'before', true));
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await loaded;
  expect(await page.evaluate(() => Reflect.get(window, 'before'))).toBeUndefined();
  await expect(page.getByRole('heading', { name: /^Hello, / })).toBeVisible();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull();
  await expect(offer).toHaveCount(0);
  await context.close();
  proxy.close();
});

test('the manifest and its icons are what they say', async ({ page, request }) => {
  await page.goto('/landing');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await request.get(href ?? '');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest: { display: string; start_url: string; icons: { src: string; sizes: string; purpose: string }[] } =
    await answer.json();
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/', scope: '/' });
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
  for (const { src, sizes } of manifest.icons) {
    const drawn = await page.evaluate(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(drawn).toBe(sizes);
  }
});
