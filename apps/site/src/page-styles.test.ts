import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPageStyles } from './page-styles.ts';
import { LOADS } from './parts/loads.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'stridewell-styles-'));
let withItsStyles: (html: string) => string;

beforeAll(() => {
  writeFileSync(
    path.join(folder, LOADS),
    JSON.stringify({ 'form.js': ['core.js', 'dialog.js'], 'core.js': ['form.js'] }),
  );
  writeFileSync(path.join(folder, 'form.js'), 'const classes={root:"m_form"}');
  writeFileSync(path.join(folder, 'core.js'), 'const name=(...parts)=>["mantine",...parts].join("-")');
  writeFileSync(path.join(folder, 'dialog.js'), 'name("Modal","title");const classes={body:"_body_1x_2"}');
  withItsStyles = createPageStyles(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The styles that a page keeps. */
const kept = (css: string, body = '<p class="lead m_text">') =>
  /<style>(.*)<\/style>/s.exec(withItsStyles(`<style>${css}</style>${body}`))?.[1];

it('keeps the rules whose classes the page has, also in layers and conditions', () => {
  expect(kept('.lead{color:red;margin:0}.other{color:red}')).toBe('.lead{color:red;margin:0}');
  expect(kept('@layer a{@media (width<=48em){.m_text{top:0}.other{top:0}}@media print{.other{top:0}}}')).toBe(
    '@layer a{@media (width<=48em){.m_text{top:0}}}',
  );
  expect(kept('.other,.lead,.lead .other{color:red}')).toBe('.lead{color:red}');
});

it('keeps what depends on no class', () => {
  const css = '@layer a,b;@font-face{font-family:F;src:url(/f.woff2)}p,[data-x]:hover{color:red}:root{--a:1}';
  expect(kept(css)).toBe(css);
});

it('keeps a rule whose classes an element may do without', () => {
  for (const css of ['.lead:not(.other){top:0}', ':is(.other,.lead){top:0}', '.lead:where(:not(.other)){top:0}']) {
    expect(kept(css)).toBe(css);
  }
});

it('keeps an animation that a rule uses', () => {
  expect(kept('@keyframes turn{to{rotate:1turn}}@keyframes grow{to{scale:2}}.lead{animation:turn 1s}')).toBe(
    '.lead{animation:turn 1s}@keyframes turn{to{rotate:1turn}}',
  );
});

it('keeps the rules of an island and of all that it may load', () => {
  const css = '.m_form{top:0}._body_1x_2{top:0}.mantine-Modal-title{top:0}.mantine-Drawer-title{top:0}';
  const all = '.m_form{top:0}._body_1x_2{top:0}.mantine-Modal-title{top:0}';
  expect(kept(css, '<astro-island component-url="/form.js">')).toBe(all);
  expect(kept(css)).toBe('');
});

it('leaves other style elements as they are', () => {
  const html = '<style data-theme="true">.other{top:0}</style>';
  expect(withItsStyles(html)).toBe(html);
});
