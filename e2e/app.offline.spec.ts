import type { Page } from '@playwright/test';
import { deployingProxy } from './support/deploying-proxy.ts';
import { field, invite, messages } from './support/messages.ts';
import { closeApp, expect, listen, PASSWORD, signIn, signInNewCoach, test } from './support/test.ts';

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

const offline = (page: Page) => page.getByText(/^Offline: /);
const write = async (page: Page, ...texts: string[]) => {
  for (const text of texts) {
    await field(page).fill(text);
    await field(page).press('Enter');
  }
};

test('messages written without a network arrive once and in order after the app was closed @phone', async ({
  page,
  request,
  browser,
  origin,
  complaints,
}) => {
  const { coachId } = await signInNewCoach(page, request, origin);
  const client = await invite(page, browser, coachId, complaints);
  const phone = client.context();
  await client.goto('/client/messages');
  await expect(field(client)).toBeEditable();
  await workerReady(client);
  await phone.setOffline(true);
  await write(client, 'One', 'Two');
  await expect(offline(client)).toHaveText('Offline: 2 messages are sent when you are back');
  await closeApp(client);
  // Opened and closed once more while there is still no network.
  const second = await phone.newPage();
  await second.goto('/client/messages');
  await expect(messages(second)).toHaveText(['One', 'Two']);
  await write(second, 'Three');
  await closeApp(second);
  await phone.setOffline(false);
  // Two at once, neither on the page of the messages.
  const [one, other] = [await phone.newPage(), await phone.newPage()];
  await Promise.all([one.goto('/client/dashboard'), other.goto('/client/dashboard')]);
  await page.goto(`/coach/${coachId}/messages`);
  await page.getByRole('link', { name: /Nina Park/ }).click();
  await expect(messages(page)).toHaveText(['One', 'Two', 'Three']);
  await one.goto('/client/messages');
  await expect(messages(one)).toHaveText(['One', 'Two', 'Three']);
  await expect(one.getByText(/, not sent yet$/)).toHaveCount(0);
  await phone.close();
});

test('signing out with something unsent asks, and the next person neither sends nor sees it @phone', async ({
  page,
  request,
  browser,
  origin,
  complaints,
  allowComplaints,
}) => {
  test.slow();
  // The public page that follows is not kept.
  allowComplaints(/ERR_FAILED|Unable to preload CSS|dynamically imported module/);
  const { coachId } = await signInNewCoach(page, request, origin);
  const client = await invite(page, browser, coachId, complaints);
  const phone = client.context();
  await client.goto('/client/messages');
  await expect(field(client)).toBeEditable();
  const email = /"email":"(nina[^"]+)"/.exec((await kept(client)) ?? '')?.[1] ?? '';
  await workerReady(client);
  await phone.setOffline(true);
  await write(client, 'Only from me');
  const leave = async () => {
    await client.getByRole('button', { name: 'Your menu' }).click();
    await client.getByRole('menuitem', { name: 'Sign Out' }).click();
  };
  await leave();
  const dialog = client.getByRole('dialog', { name: 'Sign out before everything is sent?' });
  await expect(dialog).toContainText('1 message has not been sent yet.');
  await dialog.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(messages(client)).toHaveText(['Only from me']);
  await leave();
  await dialog.getByRole('button', { name: 'Sign out anyway' }).click();
  await expect(client).toHaveURL(/\/landing$/);
  await phone.setOffline(false);
  await phone.clearCookies();

  const posts: string[] = [];
  client.on('request', (each) => {
    if (each.method() === 'POST' && each.url().endsWith('/messages')) posts.push(each.url());
  });
  await signIn(client, CLIENT);
  await client.goto('/client/messages');
  await expect(field(client)).toBeEditable();
  await expect(client.getByText('Only from me')).toHaveCount(0);
  await client.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(client.getByText(/not sent yet/i)).toHaveCount(0);
  expect(posts).toEqual([]);
  await leave();
  await expect(client).toHaveURL(/\/landing$/);

  await signIn(client, email, PASSWORD);
  await page.goto(`/coach/${coachId}/messages`);
  await page.getByRole('link', { name: /Nina Park/ }).click();
  await expect(messages(page)).toHaveText(['Only from me']);
  expect(posts).toHaveLength(1);
  await phone.close();
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
