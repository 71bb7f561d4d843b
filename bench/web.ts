import { brotliCompressSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { findBrowser } from '../scripts/find-browser.mjs';
import { type Figure, figure, Report } from './figures.ts';
import { type Lighthouse, loadLighthouse, type Result } from './lighthouse.ts';
import { openRunFolder, type RunFolder } from './run-folder.ts';
import { countTrips, limitsOf, openSessions, SIGNED_IN_PAGES, type SignedInPage, signInWindow } from './signed-in.ts';
import { buildServer, startServer } from './start-up.ts';

/**
 * Measures pages with Lighthouse's throttled phone: the time of the largest contentful paint, the time that scripts
 * block, and what loads. Public pages also have the missing points of 100 in each category. Pages of signed-in people
 * also have the round trips from the page to its data. Prints like `main.ts`.
 */
/** The last one is only read and loads no script. */
const PAGES = ['landing', 'pricing', 'contact', 'schedule-demo', 'terms-of-service'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const DEBUG_PORT = 9333;

async function measure(lighthouse: Lighthouse, folder: RunFolder, report: Report): Promise<void> {
  await buildServer(folder);
  const server = await startServer(folder, { DATA_DIR: folder.createDataDir('web') });
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${DEBUG_PORT}`],
  });
  try {
    for (const page of PAGES)
      for (const measured of await audit(lighthouse, page, `${server.address}/${page}`)) report.add(measured);
    const sessions = await openSessions(server.address, DEBUG_PORT);
    for (const page of SIGNED_IN_PAGES) {
      const session = sessions.get(page.by);
      if (!session) throw new Error(`${page.by} has no session`);
      const url = `${server.address}${page.address.replace('$coachId', session.coachId)}`;
      await signInWindow(session, DEBUG_PORT);
      for (const measured of await auditSignedIn(lighthouse, page, url)) report.add(measured);
      const trips = await countTrips(url, page.data, session, DEBUG_PORT);
      report.add(figure(`${page.name}-round-trips`, trips, 'trips', 2));
    }
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function visit(lighthouse: Lighthouse, url: string, categories: readonly string[]): Promise<Result> {
  const run = await lighthouse(url, { port: DEBUG_PORT, logLevel: 'error', onlyCategories: [...categories] });
  if (!run) throw new Error(`${url} could not be measured`);
  const { lhr } = run;
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  return lhr;
}

async function auditSignedIn(lighthouse: Lighthouse, page: SignedInPage, url: string): Promise<Figure[]> {
  const lhr = await visit(lighthouse, url, ['performance']);
  // A session that has ended leads to another page, which would be measured instead.
  if (lhr.finalDisplayedUrl !== url) throw new Error(`${url} led to ${lhr.finalDisplayedUrl}`);
  const limits = limitsOf(page);
  const { bytes, files } = await loadedBy(lhr, ['Script', 'Stylesheet']);
  return [
    ...speedOf(page.name, lhr, { paint: 2.5, blocking: 600 }),
    figure(`${page.name}-loaded`, bytes / 1000, 'kB', limits.bytes / 1000),
    figure(`${page.name}-files`, files, 'files', limits.files),
  ];
}

function speedOf(page: string, lhr: Result, limits: { paint: number; blocking: number }): Figure[] {
  const value = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.POSITIVE_INFINITY;
  return [
    figure(`${page}-largest-paint`, value('largest-contentful-paint') / 1000, 's', limits.paint),
    figure(`${page}-blocking`, value('total-blocking-time'), 'ms', limits.blocking),
  ];
}

async function audit(lighthouse: Lighthouse, page: string, url: string): Promise<Figure[]> {
  const lhr = await visit(lighthouse, url, CATEGORIES);
  const lost = CATEGORIES.map((category) => {
    const points = Math.round((1 - (lhr.categories[category]?.score ?? 0)) * 100);
    if (points > 0) process.stderr.write(`${page} ${category}: ${complaints(lhr, category)}\n`);
    return figure(`${page}-${category}-lost`, points, 'points', 3);
  });
  const { bytes } = await loadedBy(lhr, ['Script']);
  return [
    ...lost,
    ...speedOf(page, lhr, { paint: 1.3, blocking: 150 }),
    figure(`${page}-javascript`, bytes / 1000, 'kB', page === 'terms-of-service' ? 0 : 100),
  ];
}

/** Names of the audits that cost a category points. */
function complaints(lhr: Result, category: string): string {
  return (lhr.categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 0.95)
    .map(({ id }) => `${id} ${lhr.audits[id]?.displayValue ?? ''}`.trim())
    .join(', ');
}

type Sent = { resourceType?: string; url?: string };

/** Files of these types that the page loaded. Their size is compressed with Brotli, without the headers of the answers. */
async function loadedBy(lhr: Result, types: readonly string[]): Promise<{ bytes: number; files: number }> {
  const { details } = lhr.audits['network-requests'] ?? {};
  const items: Sent[] = details && 'items' in details && Array.isArray(details.items) ? details.items : [];
  const urls = items.flatMap(({ resourceType = '', url }) => (types.includes(resourceType) && url ? [url] : []));
  const sizes = await Promise.all(
    [...new Set(urls)].map(
      async (url) => brotliCompressSync(Buffer.from(await (await fetch(url)).arrayBuffer())).length,
    ),
  );
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), files: sizes.length };
}

const folder = openRunFolder();
const report = new Report();
try {
  await measure(await loadLighthouse(), folder, report);
} finally {
  await folder.close();
}
report.end();
