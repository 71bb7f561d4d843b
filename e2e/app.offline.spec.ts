import type { Page } from '@playwright/test';
import { deployingProxy } from './support/deploying-proxy.ts';
import { field, messages } from './support/messages.ts';
import { closeApp, expect, listen, test, visit, workerReady } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });
test.beforeEach(({ allowComplaints }) => allowComplaints(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/));

const CLIENT = 'demo.client@example.com';
const kept = (page: Page) => page.evaluate(() => window.localStorage.getItem('stridewell.offline'));
const hello = (page: Page) => page.getByRole('heading', { name: /^Hello, / });
const offline = (page: Page) => page.getByText(/^Offline: /);

async function write(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await field(page).fill(text);
    await field(page).press('Enter');
  }
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
}

test('the portal opens without a network, shows its last content, and keeps nothing after sign-out @phone', async ({
  page,
  context,
  people,
}) => {
  test.slow();
  await people.signInDemo(page, CLIENT);
  await page.goto('/client/messages');
  await expect(messages(page).last()).toBeVisible();
  const said = await messages(page).last().textContent();
  await visit(page, '/client/progress');
  const weight = page.getByRole('region', { name: 'Weight', exact: true });
  const trend = await weight.getByRole('group').first().textContent();
  await visit(page, '/client/dashboard');
  await expect(hello(page)).toBeVisible();
  await workerReady(page);

  await context.setOffline(true);
  await page.goto('/client/dashboard');
  await expect(hello(page)).toBeVisible();
  await expect(offline(page)).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(page.getByRole('heading', { name: 'Your coach' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Messages' }).click();
  await expect(messages(page).last()).toHaveText(said ?? '');
  await expect(field(page)).toBeEditable();
  await page.goto('/client/progress');
  await expect(weight.getByRole('group').first()).toHaveText(trend ?? '');
  await expect(weight.getByRole('img', { name: /^Weight trend/ })).toBeVisible();

  // This page was never opened, so the device does not have it.
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Check-in' }).click();
  await expect(page.getByRole('heading', { name: 'Not available without a connection' })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Check-in', exact: true })).toBeVisible();
  await expect(offline(page)).toHaveCount(0);

  expect(await kept(page)).toContain(CLIENT);
  await signOut(page);
  await expect(page).toHaveURL(/\/landing$/);
  expect(await kept(page)).toBeNull();
  await context.setOffline(true);
  await page.goto('/client/dashboard');
  await expect(page.getByRole('heading', { name: 'Not available without a connection' })).toBeVisible();
  await expect(hello(page)).toHaveCount(0);
});

test('messages written without a network arrive once and in order after the app was closed', async ({
  page,
  coach,
  client,
}) => {
  const phone = client.context();
  await client.goto('/client/messages');
  await expect(field(client)).toBeEditable();
  await workerReady(client);
  await phone.setOffline(true);
  await write(client, 'One', 'Two');
  await expect(offline(client)).toHaveText("Offline: 2 messages will sync when you're back online");
  await closeApp(client);
  // Opened and closed once more while there is still no network.
  const second = await phone.newPage();
  await second.goto('/client/messages');
  await expect(messages(second)).toHaveText(['One', 'Two']);
  await write(second, 'Three');
  await closeApp(second);
  await phone.setOffline(false);
  // Two tabs, neither of them on the messages page.
  const [one, other] = [await phone.newPage(), await phone.newPage()];
  await Promise.all([one.goto('/client/dashboard'), other.goto('/client/dashboard')]);
  await page.goto(`/coach/${coach.coachId}/messages`);
  await page.getByRole('link', { name: /Nina Park/ }).click();
  await expect(messages(page)).toHaveText(['One', 'Two', 'Three']);
  await one.goto('/client/messages');
  await expect(messages(one)).toHaveText(['One', 'Two', 'Three']);
  await expect(one.getByText(/, not sent yet$/)).toHaveCount(0);
});

test('signing out with unsent items asks, and the next person neither sends nor sees them', async ({
  page,
  people,
  coach,
  nina,
  client,
  allowComplaints,
}) => {
  test.slow();
  // The service worker does not keep the public page that follows.
  allowComplaints(/ERR_FAILED|Unable to preload CSS|dynamically imported module/);
  const omar = await people.createClient(coach, { name: 'Omar Haddad' });
  const phone = client.context();
  await client.goto('/client/messages');
  await expect(field(client)).toBeEditable();
  await workerReady(client);
  await phone.setOffline(true);
  await write(client, 'Only from me');
  await signOut(client);
  const dialog = client.getByRole('dialog', { name: 'Sign out before everything is sent?' });
  await expect(dialog).toContainText('1 message has not been sent yet.');
  await dialog.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(messages(client)).toHaveText(['Only from me']);
  await signOut(client);
  await dialog.getByRole('button', { name: 'Sign out anyway' }).click();
  await expect(client).toHaveURL(/\/landing$/);
  await expect(client.getByRole('heading', { name: 'Not available without a connection' })).toBeVisible();
  await phone.setOffline(false);
  await phone.clearCookies();

  const posts: string[] = [];
  client.on('request', (each) => {
    if (each.method() === 'POST' && each.url().endsWith('/messages')) posts.push(each.url());
  });
  await people.signIn(phone, omar.userId);
  await client.goto('/client/messages');
  await expect(field(client)).toBeEditable();
  await expect(client.getByText('Only from me')).toHaveCount(0);
  // Messages are sent in order, so an older one of Nina would be sent before this.
  await write(client, 'From Omar');
  await expect(client.getByText(/, sent$/)).toBeVisible();
  await expect(messages(client)).toHaveText(['From Omar']);
  expect(posts).toHaveLength(1);
  await signOut(client);
  await expect(client).toHaveURL(/\/landing$/);

  await people.signIn(phone, nina.userId);
  await client.goto('/client/dashboard');
  await page.goto(`/coach/${coach.coachId}/messages`);
  await page.getByRole('link', { name: /Nina Park/ }).click();
  await expect(messages(page)).toHaveText(['Only from me']);
  expect(posts).toHaveLength(2);
});

test('a newer version waits until the client reloads @phone', async ({
  browser,
  baseURL,
  people,
  complaints,
  allowComplaints,
}) => {
  // The proxy passes no sockets, so the page polls.
  allowComplaints(/WebSocket/);
  const proxy = await deployingProxy();
  const context = await browser.newContext({ baseURL: baseURL ?? '', proxy: { server: proxy.server } });
  listen(context, complaints);
  const page = await context.newPage();
  const offer = page.getByText('A new version is ready');
  await people.signInDemo(page, CLIENT);
  await page.goto('/client/dashboard');
  await expect(hello(page)).toBeVisible();
  await workerReady(page);
  proxy.deploy();
  await page.goto('/client/dashboard');
  await expect(offer).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(offer).toHaveCount(0);
  // The version still waits, and no page was reloaded.
  await page.reload();
  await expect(offer).toBeVisible();
  await page.evaluate(() => Reflect.set(window, 'before', true));
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await loaded;
  expect(await page.evaluate(() => Reflect.get(window, 'before'))).toBeUndefined();
  await expect(hello(page)).toBeVisible();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull();
  await expect(offer).toHaveCount(0);
  await context.close();
  proxy.close();
});

test('the manifest and its icons match', async ({ page, request }) => {
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
