/**
 * Takes the pictures of the coach's dashboard that the landing page shows (apps/web/public/dashboard-*.avif).
 * Usage: npm run build, then node scripts/landing-picture.mjs. Run again when the dashboard changes.
 */
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { newDataDir, startBuiltServer } from './built-server.mjs';
import { findBrowser } from './find-browser.mjs';
import { ROOT } from './run-command.mjs';

const COACH = { email: 'demo.coach.pro@example.com', password: 'demo-password-1' };
const SIZE = { width: 1180, height: 860 };
const SCALE = 1.25;
/** Pixels across a phone, where the whole picture would take longest to arrive. */
const PHONE_WIDTH = 750;
const START_MS = 120_000;

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** @param {string} url */
async function untilReady(url) {
  const end = Date.now() + START_MS;
  while (Date.now() < end) {
    const ready = await fetch(`${url}/readyz`).catch(() => null);
    if (ready?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('the server did not start');
}

/**
 * @param {Buffer} png
 * @param {number} width in pixels
 */
const toAvif = (png, width) => sharp(png).resize({ width }).avif({ quality: 50, effort: 9 }).toBuffer();

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const dataDir = newDataDir();
const server = startBuiltServer({ port, dataDir }, 'inherit');
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
try {
  await untilReady(url);
  for (const scheme of /** @type {const} */ (['light', 'dark'])) {
    const context = await browser.newContext({ viewport: SIZE, deviceScaleFactor: SCALE, colorScheme: scheme });
    const page = await context.newPage();
    const answer = await context.request.post(`${url}/auth/v1/sign-in/email`, {
      data: COACH,
      headers: { origin: url },
    });
    if (!answer.ok()) throw new Error(`sign-in answered ${answer.status()}`);
    await page.addInitScript((chosen) => localStorage.setItem('mantine-color-scheme-value', chosen), scheme);
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.evaluate(() => document.fonts.ready);
    const png = await page.screenshot();
    const picture = path.join(ROOT, `apps/web/public/dashboard-${scheme}`);
    writeFileSync(`${picture}.avif`, await toAvif(png, SIZE.width * SCALE));
    writeFileSync(`${picture}-phone.avif`, await toAvif(png, PHONE_WIDTH));
    await context.close();
  }
} finally {
  await browser.close();
  server.kill('SIGTERM');
  await once(server, 'exit');
  rmSync(dataDir, { recursive: true, force: true });
}
