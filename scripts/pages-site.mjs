import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { kilobytes } from './pages-budgets.mjs';
import { ROOT } from './run-command.mjs';

const DIST = path.join(ROOT, 'apps/site/dist');

/** The most scripts of a page that load before a person does anything, compressed. A page without islands has none. */
export const SITE_LIMIT = 100_000;

/** Values of an installation; they do not change which scripts a page loads. */
const LOCALS = {
  appUrl: 'http://localhost',
  names: {
    name: 'Stridewell',
    contactEmail: 'hello@example.com',
    operatorDomain: '',
    calendlyUrl: '',
    walkthroughUrl: '',
    socialUrl: '',
  },
  metas: '',
  hasBanner: false,
  isContactClosed: false,
};

/** An island that waits until a person scrolls to it, or until the screen has a certain width. */
const WAITS = /\bclient="(?:visible|media)"/;

/**
 * The scripts that a page asks for before a person does anything.
 * @param {string} html
 * @returns {string[]} addresses
 */
export function scriptsOf(html) {
  const islands = (html.match(/<astro-island\b[^>]*>/g) ?? []).filter((island) => !WAITS.test(island));
  const parts = islands.flatMap((island) => island.match(/(?<=-url=")[^"]+/g) ?? []);
  const tags = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"/g)].map(([, address]) => address ?? '');
  const preloaded = [...html.matchAll(/<link\b[^>]*\brel="modulepreload"[^>]*\bhref="([^"]+)"/g)];
  return [...new Set([...parts, ...tags, ...preloaded.map(([, address]) => address ?? '')])];
}

/**
 * The scripts that a script loads before it runs.
 * @param {string} script
 * @returns {string[]} names of files in the same folder
 */
export const importsOf = (script) =>
  [...script.matchAll(/\b(?:import|from)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)].map(([, file]) => file ?? '');

/** @param {string} html */
function bytesOf(html) {
  const files = new Set(scriptsOf(html).filter((address) => address.startsWith('/assets/')));
  let bytes = 0;
  // A set grows while it is walked.
  for (const file of files) {
    const at = path.join(DIST, 'client', file);
    bytes += readFileSync(`${at}.br`).length;
    for (const imported of importsOf(readFileSync(at, 'utf8'))) files.add(`/assets/${imported}`);
  }
  return bytes;
}

/**
 * Checks the scripts of the public pages.
 * @returns {Promise<string[]>} problems
 */
export async function checkSite() {
  /** @typedef {(pattern: string, locals: typeof LOCALS) => Promise<Response>} Render */
  /** @type {{ patterns: string[], createRender: (clientRoot: string) => Render }} */
  const { patterns, createRender } = await import(pathToFileURL(path.join(DIST, 'server/entry.mjs')).href);
  const render = createRender(path.join(DIST, 'client'));
  /** @type {string[]} */
  const problems = [];
  for (const pattern of patterns) {
    const html = await (await render(pattern, LOCALS)).text();
    const bytes = bytesOf(html);
    const limit = html.includes('<astro-island') ? SITE_LIMIT : 0;
    const line = `${pattern} of the public site ${kilobytes(bytes)} of scripts, limit ${kilobytes(limit)}`;
    console.log(`${line} ${bytes > limit ? 'over' : 'ok'}`);
    if (bytes > limit) problems.push(line);
  }
  return problems;
}
