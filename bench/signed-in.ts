import { setTimeout as wait } from 'node:timers/promises';
import { type BrowserContext, chromium } from '@playwright/test';
import { budgetOf } from '../scripts/pages-budgets.mjs';

/** A page of the app as the phone of one person opens it for the first time. */
export type SignedInPage = {
  name: string;
  by: string;
  /** As the router writes it. `$coachId` becomes the coach's own id. */
  address: string;
  /** Start of the address of the answer that the page shows. */
  data: string;
};

const COACH = 'demo.coach.pro@example.com';
const CLIENT = 'demo.client@example.com';
const PASSWORD = 'demo-password-1';

export const SIGNED_IN_PAGES: readonly SignedInPage[] = [
  { name: 'client-dashboard', by: CLIENT, address: '/client/dashboard', data: '/rest/v1/dashboards/client' },
  { name: 'client-workouts', by: CLIENT, address: '/client/workouts', data: '/rest/v1/workouts/own' },
  { name: 'client-nutrition', by: CLIENT, address: '/client/nutrition', data: '/rest/v1/food_logs/own' },
  { name: 'coach-dashboard', by: COACH, address: '/coach/$coachId/dashboard', data: '/rest/v1/dashboards/coach/' },
  { name: 'clients', by: COACH, address: '/coach/$coachId/clients', data: '/rest/v1/client_coach_relationships' },
  { name: 'calendar', by: COACH, address: '/coach/$coachId/calendar', data: '/rest/v1/calendar' },
  { name: 'meal-plans', by: COACH, address: '/coach/$coachId/nutrition', data: '/rest/v1/meal_plans' },
  { name: 'messages', by: COACH, address: '/coach/$coachId/messages', data: '/rest/v1/conversations' },
];

export const limitsOf = ({ address }: SignedInPage) => budgetOf(address);

/** Much longer than the work between two requests, so that the number of trips can be read off the time. */
const TRIP_MS = 2000;

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;
export type Session = { cookies: Cookies; coachId: string };

/** Signs everyone in once. The pages are then opened with the stored sessions. */
export async function openSessions(origin: string, debugPort: number): Promise<Map<string, Session>> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${debugPort}`);
  const sessions = new Map<string, Session>();
  for (const email of new Set(SIGNED_IN_PAGES.map(({ by }) => by))) {
    const context = await browser.newContext({ baseURL: origin });
    const data = { email, password: PASSWORD };
    const answer = await context.request.post('/auth/v1/sign-in/email', { data, headers: { origin } });
    if (!answer.ok()) throw new Error(`${email} could not sign in: ${answer.status()}`);
    const { user } = (await (await context.request.get('/rest/v1/session')).json()) as { user: { id: string } };
    sessions.set(email, { cookies: await context.cookies(), coachId: user.id });
    await context.close();
  }
  await browser.close();
  return sessions;
}

/** Makes the browser's own window, where Lighthouse opens its pages, that of one person. */
export async function signInWindow({ cookies }: Session, debugPort: number): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${debugPort}`);
  const [context] = browser.contexts();
  if (!context) throw new Error('the browser has no window');
  await context.clearCookies();
  await context.addCookies(cookies);
  await browser.close();
}

/**
 * Counts the requests that wait for each other, from the answer with the page to the answer that the page shows. Every
 * request takes the same long time here, also where many are sent at once.
 */
export async function countTrips(url: string, data: string, { cookies }: Session, debugPort: number): Promise<number> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${debugPort}`);
  const context = await browser.newContext({ serviceWorkers: 'block' });
  try {
    await context.addCookies(cookies);
    const page = await context.newPage();
    await page.route('**/*', async (route) => {
      await wait(TRIP_MS);
      await route.continue();
    });
    const shown = page.waitForResponse((response) => new URL(response.url()).pathname.startsWith(data), {
      timeout: 20 * TRIP_MS,
    });
    await page.goto(url, { waitUntil: 'commit' });
    const start = performance.now();
    await shown;
    return Math.round((performance.now() - start) / TRIP_MS);
  } finally {
    await context.close();
    await browser.close();
  }
}
