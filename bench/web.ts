import { brotliCompressSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { findBrowser } from '../scripts/find-browser.mjs';
import { type Figure, figure, Report } from './figures.ts';
import { openRunFolder, type RunFolder } from './run-folder.ts';
import { buildServer, startServer } from './start-up.ts';

/**
 * Measures public pages with Lighthouse's throttled phone: missing points of 100 in each category, the time of the
 * largest contentful paint, the time that scripts block, and their size. Prints like `main.ts`.
 */
/** The last one is only read and loads no script. */
const PAGES = ['landing', 'pricing', 'contact', 'schedule-demo', 'terms-of-service'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const DEBUG_PORT = 9333;

async function measure(folder: RunFolder, report: Report): Promise<void> {
  await buildServer(folder);
  const server = await startServer(folder, { DATA_DIR: folder.createDataDir('web') });
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${DEBUG_PORT}`],
  });
  try {
    for (const page of PAGES)
      for (const measured of await audit(page, `${server.address}/${page}`)) report.add(measured);
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function audit(page: string, url: string): Promise<Figure[]> {
  const run = await lighthouse(url, { port: DEBUG_PORT, logLevel: 'error', onlyCategories: [...CATEGORIES] });
  if (!run) throw new Error(`${url} could not be measured`);
  const { lhr } = run;
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  const lost = CATEGORIES.map((category) => {
    const points = Math.round((1 - (lhr.categories[category]?.score ?? 0)) * 100);
    if (points > 0) process.stderr.write(`${page} ${category}: ${complaints(lhr, category)}\n`);
    return figure(`${page}-${category}-lost`, points, 'points', 3);
  });
  const paint = (lhr.audits['largest-contentful-paint']?.numericValue ?? Number.POSITIVE_INFINITY) / 1000;
  return [
    ...lost,
    figure(`${page}-largest-paint`, paint, 's', 1.3),
    figure(`${page}-blocking`, lhr.audits['total-blocking-time']?.numericValue ?? Number.POSITIVE_INFINITY, 'ms', 150),
    figure(`${page}-javascript`, (await scriptBytes(lhr)) / 1000, 'kB', page === 'terms-of-service' ? 0 : 100),
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

/** Size of the scripts that the page loaded, compressed with Brotli, in bytes and without the headers of the answers. */
async function scriptBytes(lhr: Result): Promise<number> {
  const { details } = lhr.audits['network-requests'] ?? {};
  const items: Sent[] = details && 'items' in details && Array.isArray(details.items) ? details.items : [];
  const urls = items.flatMap(({ resourceType, url }) => (resourceType === 'Script' && url ? [url] : []));
  const sizes = await Promise.all(
    urls.map(async (url) => brotliCompressSync(Buffer.from(await (await fetch(url)).arrayBuffer())).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const folder = openRunFolder();
const report = new Report();
try {
  await measure(folder, report);
} finally {
  await folder.close();
}
report.end();
