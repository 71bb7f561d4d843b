/**
 * Draws the preview image of shared links (apps/web/public/share.png, 1200 x 630).
 * Usage: node scripts/share-image.mjs. Run again when the name, the claim or the colors change.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from './find-browser.mjs';
import { ROOT } from './run-command.mjs';

const fonts = path.join(ROOT, 'node_modules/@fontsource-variable');
/** @param {string} name */
const font = (name) => readFileSync(path.join(fonts, name, `files/${name}-latin-wght-normal.woff2`)).toString('base64');
const logo = readFileSync(path.join(ROOT, 'apps/web/public/favicon.svg'), 'utf8');

const html = `<!doctype html><meta charset="utf-8"><style>
@font-face{font-family:Display;font-weight:200 800;src:url(data:font/woff2;base64,${font('bricolage-grotesque')})}
@font-face{font-family:Text;font-weight:300 900;src:url(data:font/woff2;base64,${font('figtree')})}
body{margin:0;width:1200px;height:630px;background:#0f3d31;color:#fbfcfa;font-family:Text;position:relative;overflow:hidden}
.name{position:absolute;left:72px;top:64px;display:flex;gap:18px;align-items:center;font:700 34px Display}
.name svg{width:56px;height:56px}
h1{position:absolute;left:72px;top:196px;margin:0;font:700 82px/1.04 Display;letter-spacing:-.02em;max-width:760px}
p{position:absolute;left:72px;top:404px;margin:0;font-size:31px;line-height:1.35;color:#c9dfd6;max-width:640px}
.drawing{position:absolute;inset:0}
</style>
<svg class="drawing" viewBox="0 0 1200 630" fill="none">
<circle cx="1010" cy="150" r="64" fill="#E8603C" opacity=".28"/>
<path d="M430 630c90-24 170-66 294-144 96-62 110-70 178-70 90 0 110-10 172-44 70-40 96-120 126-134v392z" fill="#14745A" opacity=".55"/>
<path d="M480 630c140-10 230-70 330-92s180-8 260-60 90-80 130-96v248z" fill="#2E8F6B" opacity=".5"/>
<path d="M600 548c110-18 160-92 248-120s150 12 226-56 82-112 126-134" stroke="#A6D6C2" stroke-width="6" stroke-linecap="round"/>
<g fill="#0f3d31" stroke="#A6D6C2" stroke-width="5"><circle cx="724" cy="486" r="11"/><circle cx="902" cy="416" r="11"/></g>
<circle cx="1074" cy="372" r="30" fill="#E8603C" opacity=".35"/><circle cx="1074" cy="372" r="15" fill="#E8603C"/>
</svg>
<div class="name">${logo}Stridewell</div>
<h1>Transform Your Coaching Business</h1>
<p>Clients, sessions, check-ins and money in one calm place.</p>`;

const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: path.join(ROOT, 'apps/web/public/share.png') });
} finally {
  await browser.close();
}
