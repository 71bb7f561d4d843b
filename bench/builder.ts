import { randomUUID } from 'node:crypto';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import type { Program } from '@stridewell/contract/programs/programs';
import {
  newDay,
  newExercise,
  newPhase,
  newProgram,
  newWeek,
} from '@stridewell/contract/programs/programs.create.rules';
import { findBrowser } from '../scripts/find-browser.mjs';
import type { Benchmark } from './bench.ts';
import { figure } from './figures.ts';
import { buildServer, startServer } from './start-up.ts';

const LIMIT_MS = 200;
const DEMO_PASSWORD = 'demo-password-1';
const BROWSER_ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'];
const [WEEKS, DAYS, EXERCISES] = [12, 6, 8];
const TYPED = 'bench press 4x8-10 @rir2 rest 2:00';

function largeProgram(): Program {
  let count = 0;
  const newKey = () => `part${String(++count).padStart(6, '0')}`;
  const weeks = Array.from({ length: WEEKS }, () => ({
    ...newWeek(newKey, 0),
    days: Array.from({ length: DAYS }, (_, day) =>
      newDay(newKey, `Day ${day + 1}`, {
        exercises: Array.from({ length: EXERCISES }, (_exercise, index) =>
          newExercise(newKey, `Exercise ${index + 1}`),
        ),
      }),
    ),
  }));
  return { ...newProgram(newKey, 'Twelve weeks', DAYS), phases: [newPhase(newKey, weeks)] };
}

/** Durations of all interactions with the page so far, from the browser. */
const interactions = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const durations = new Map<number, number>();
    for (const { interactionId, duration } of Reflect.get(window, 'seenEvents') as PerformanceEventTiming[]) {
      if (interactionId) durations.set(interactionId, Math.max(duration, durations.get(interactionId) ?? 0));
    }
    return [...durations.values()];
  });

/** Works like a coach by keyboard and mouse: types an exercise, moves, copies, deletes, undoes and redoes. */
async function work(page: Page): Promise<void> {
  const { keyboard } = page;
  await page.getByRole('button', { name: 'Add exercise to week 1, Day 1' }).click();
  for (const letter of TYPED) await keyboard.press(letter === ' ' ? 'Space' : letter);
  await keyboard.press('Enter');
  await keyboard.press('Escape');
  for (const key of ['ArrowUp', 'Alt+ArrowUp', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'Control+c', 'Control+v']) {
    await keyboard.press(key);
  }
  for (const key of ['Delete', 'Control+z', 'Control+z', 'Control+Shift+z']) await keyboard.press(key);
  // At the other end of the program.
  await page
    .getByRole('group', { name: 'Week 12' })
    .getByRole('button', { name: /^Exercise 8/ })
    .last()
    .click();
  await keyboard.press('Control+c');
  await keyboard.press('Control+v');
}

/** Signs in as the coach of the demo and stores the program. @returns the address of its page */
async function openAccount(context: BrowserContext, address: string): Promise<string> {
  const headers = { origin: address };
  const account = { email: 'demo.coach.pro@example.com', password: DEMO_PASSWORD };
  const signedIn = await context.request.post('/auth/v1/sign-in/email', { headers, data: account });
  if (!signedIn.ok()) throw new Error(`sign-in answered ${signedIn.status()}`);
  const { coach }: { coach: { id: string } | null } = await (await context.request.get('/rest/v1/session')).json();
  if (!coach) throw new Error('the demo has no coach');
  const programId = randomUUID();
  const data = { coachId: coach.id, basedOn: 0, program: largeProgram(), folder: '', tags: [] };
  const saved = await context.request.post(`/rest/v1/programs/${programId}`, { headers, data });
  if (!saved.ok()) throw new Error(`saving the program answered ${saved.status()}`);
  return `/coach/${coach.id}/programs/${programId}`;
}

/** The program builder's slowest response to a key or click: Interaction to Next Paint. */
export const builder: Benchmark = {
  figures: ['builder-input-delay'],
  async *measure(bench) {
    await bench.closeProducts();
    await buildServer(bench.folder);
    const server = await startServer(bench.folder, { DATA_DIR: bench.folder.createDataDir('builder') });
    const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGUMENTS });
    try {
      const context = await browser.newContext({ baseURL: server.address, viewport: { width: 1440, height: 900 } });
      const address = await openAccount(context, server.address);
      const page = await context.newPage();
      await page.addInitScript(() => {
        const seen: PerformanceEntry[] = [];
        Reflect.set(window, 'seenEvents', seen);
        const observer = new PerformanceObserver((list) => seen.push(...list.getEntries()));
        // The lowest threshold of the browser is 16 ms.
        const all: PerformanceObserverInit & { durationThreshold: number } = {
          type: 'event',
          durationThreshold: 16,
          buffered: true,
        };
        observer.observe(all);
      });
      await page.goto(address);
      await work(page);
      const durations = await interactions(page);
      const note = `${WEEKS} weeks x ${DAYS} days x ${EXERCISES} exercises, slowest of ${durations.length} interactions`;
      yield figure('builder-input-delay', Math.max(...durations), 'ms', LIMIT_MS, note);
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};
