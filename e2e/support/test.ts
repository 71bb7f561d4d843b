import { randomInt } from 'node:crypto';
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import { OUTBOX_TOKEN } from '../../scripts/built-server.mjs';
import {
  type ClientAccount,
  type CoachAccount,
  createPeople,
  newEmail,
  PASSWORD,
  type People,
  PHONE,
} from './people.ts';
import { getSharedOwnerUrl, origin as sharedOrigin } from './server-under-test.ts';
import { firstPage, type OpenWindow, Windows } from './windows.ts';

export { expect, newEmail, PASSWORD };

const DEMO_PASSWORD = 'demo-password-1';

declare global {
  interface Window {
    __TSR_ROUTER__?: { navigate(to: { href: string }): Promise<void> };
  }
}

type OutboxMail = { to: string; subject: string; text: string };

/**
 * A test that fails when a page logs an error to its console or throws. One tagged `@phone` runs on the phone: a separate
 * project for them would start every worker and browser twice.
 */
export const test = base.extend<
  {
    /** Address of the product under test. */
    origin: string;
    /** Address of its database, as the owner. */
    ownerUrl: string;
    complaints: string[];
    allowComplaints: (pattern: RegExp) => void;
    /** Opens another browser window without a session. Its options replace those of the test. */
    openWindow: OpenWindow;
    people: People;
    /** A new coach on the free plan, Ana Silva, signed in on `page`. */
    coach: CoachAccount;
    /** An accepted client of that coach, Nina Park. */
    nina: ClientAccount;
    /** Nina's phone, signed in and not opened on any page yet. */
    client: Page;
  },
  { windows: Windows }
>({
  viewport: async ({ viewport }, use, { tags }) => use(tags.includes('@phone') ? PHONE : viewport),
  isMobile: async ({ isMobile }, use, { tags }) => use(tags.includes('@phone') || isMobile),
  hasTouch: async ({ hasTouch }, use, { tags }) => use(tags.includes('@phone') || hasTouch),
  // Each test has a different client address, because rate limits by address must not add up over the suite.
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) => {
    const address = ['10', randomInt(256), randomInt(256), randomInt(1, 255)].join('.');
    await use({ ...extraHTTPHeaders, 'x-forwarded-for': address });
  },
  origin: async ({ baseURL }, use) => use(baseURL ?? ''),
  ownerUrl: async ({ baseURL: _ }, use) => use(await getSharedOwnerUrl()),
  windows: [async ({ browser }, use) => use(new Windows(browser, sharedOrigin)), { scope: 'worker' }],
  openWindow: async (
    {
      windows,
      browser,
      complaints,
      origin,
      serviceWorkers,
      extraHTTPHeaders,
      viewport,
      isMobile,
      hasTouch,
      bypassCSP,
      javaScriptEnabled,
    },
    use,
    testInfo,
  ) => {
    // New windows are for second attempts, because a used one may have caused the failure; for tests with service
    // workers, which outlive pages; and for tests with a separate server, to which no other test returns.
    const isShared = testInfo.retry === 0 && serviceWorkers === 'block' && origin === sharedOrigin;
    const opened: { context: BrowserContext; stopListening: () => void }[] = [];
    await use(async (options) => {
      const all = { viewport, isMobile, hasTouch, bypassCSP, javaScriptEnabled, ...options };
      const context = await (isShared ? windows.open(all) : browser.newContext(all));
      await context.setExtraHTTPHeaders(extraHTTPHeaders ?? {});
      opened.push({ context, stopListening: listen(context, complaints) });
      return context;
    });
    for (const { stopListening } of opened) stopListening();
    const isReturned = isShared && testInfo.status === testInfo.expectedStatus;
    await Promise.all(opened.map(({ context }) => (isReturned ? windows.giveBack(context) : context.close())));
  },
  context: async ({ openWindow }, use) => use(await openWindow()),
  page: async ({ context }, use) => use(await firstPage(context)),
  people: async ({ ownerUrl, origin, openWindow }, use) => {
    const people = createPeople(ownerUrl, origin, openWindow);
    await use(people);
    await people.close();
  },
  coach: async ({ people, context }, use) => {
    const coach = await people.createCoach();
    await people.signIn(context, coach.coachId);
    await use(coach);
  },
  nina: async ({ people, coach }, use) => use(await people.createClient(coach)),
  client: async ({ people, nina }, use) => use(await people.openPhone(nina.userId)),
  complaints: async ({ browserName: _ }, use) => use([]),
  allowComplaints: [
    async ({ complaints }, use) => {
      const allowed: RegExp[] = [];
      await use((pattern) => void allowed.push(pattern));
      expect(complaints.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Adds every error that a page of the context logs or throws to `complaints`.
 * @returns what ends it
 */
export function listen(context: BrowserContext, complaints: string[]): () => void {
  const listenTo = (page: Page) => {
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      // The browser logs every refused request; the page decides what to do about it.
      const refused = /the server responded with a status of 4\d\d/.test(message.text());
      if (message.type() === 'error' && !refused) complaints.push(message.text());
    });
  };
  for (const page of context.pages()) listenTo(page);
  context.on('page', listenTo);
  return () => context.off('page', listenTo);
}

/** Navigates within the open app if possible, because reloading it takes longer than checking the view. */
export async function visit(page: Page, address: string): Promise<void> {
  const hasMoved = await page.evaluate(async (href) => {
    if (!window.__TSR_ROUTER__ || document.querySelector('[role=dialog], [role=menu]')) return false;
    await window.__TSR_ROUTER__.navigate({ href });
    return true;
  }, address);
  if (!hasMoved) await page.goto(address);
}

/** Closes a page like people close an app. A page that asks for confirmation has unsaved data. */
export async function closeApp(page: Page): Promise<void> {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })]);
  expect(asked).toEqual([]);
}

/** The mails of the server under test, newest first. */
export async function mailsOf(request: APIRequestContext): Promise<OutboxMail[]> {
  const answer = await request.get('/dev/outbox.json', { headers: { authorization: `Bearer ${OUTBOX_TOKEN}` } });
  return (await answer.json()).mails;
}

/** Waits for the newest mail to an address and returns the path of its link. */
export async function linkMailedTo(request: APIRequestContext, to: string, subject = ''): Promise<string> {
  let link = '';
  await expect
    .poll(
      async () => {
        const text =
          (await mailsOf(request)).find((mail) => mail.to === to && mail.subject.includes(subject))?.text ?? '';
        const url = text.match(/https?:\/\/\S+/)?.[0];
        link = url ? new URL(url).pathname + new URL(url).search : '';
        return link;
      },
      { message: `a mail to ${to}`, timeout: 15_000 },
    )
    .not.toBe('');
  return link;
}

/** Creates an account through the API; a coach when `planIntent` names a plan. */
export async function signUp(
  request: APIRequestContext,
  origin: string,
  person: { name: string; email: string; planIntent?: string },
): Promise<void> {
  const answer = await request.post('/auth/v1/sign-up/email', {
    data: { ...person, password: PASSWORD },
    headers: { origin },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Signs in on the sign-in page. */
export async function signIn(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  await page.goto('/auth');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: false }).first().fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/dashboard$/);
}

/** Accepts the invitation behind a mailed link as a person without an account, and stays on the onboarding. */
export async function acceptInvitation(client: Page, link: string): Promise<Page> {
  await client.goto(link);
  await client.getByRole('textbox', { name: 'Choose a password' }).fill(PASSWORD);
  await client.getByRole('button', { name: 'Accept and start' }).click();
  await expect(client).toHaveURL(/\/client-onboarding$/);
  return client;
}

/** Waits until the service worker controls this page and has filled its cache. */
export const workerReady = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  });

/**
 * Loads a page again until an element is there that a notification brings. An open page asks for notifications at most
 * every ten seconds.
 */
export const reloadUntil = (page: Page, element: Locator): Promise<void> =>
  expect(async () => {
    await page.reload();
    await expect(element).toBeVisible({ timeout: 2000 });
  }).toPass();
