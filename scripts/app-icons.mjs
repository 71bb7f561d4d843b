/**
 * Draws the icons of the installed app from our logo (apps/web/public/icons).
 * Usage: node scripts/app-icons.mjs. Run again when the logo changes.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from './find-browser.mjs';
import { ROOT } from './run-command.mjs';

const folder = path.join(ROOT, 'apps/web/public/icons');
const logo = readFileSync(path.join(ROOT, 'apps/web/public/favicon.svg'), 'utf8');
/** Full square, because the system crops icons to its own shape. */
const filled = logo.replace(' rx="9"', '');

/** @type {[name: string, size: number, svg: string, part: number][]} `part`: share of the width that the drawing fills */
const ICONS = [
  ['icon-192.png', 192, logo, 1],
  ['icon-512.png', 512, logo, 1],
  // Systems may crop a maskable icon to its central circle, 80 % wide.
  ['maskable-512.png', 512, filled, 0.8],
  ['apple-touch-icon.png', 180, filled, 0.9],
];

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
try {
  for (const [name, size, svg, part] of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const ground = part < 1 ? '#14745A' : 'transparent';
    await page.setContent(
      `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${ground}}svg{width:${part * 100}%}</style>${svg}`,
    );
    await page.screenshot({ path: path.join(folder, name), omitBackground: true });
    await page.close();
  }
} finally {
  await browser.close();
}
