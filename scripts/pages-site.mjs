import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findDoubles, kilobytes, SITE_LIMIT, SMALLEST_FILE } from './pages-budgets.mjs';
import { ROOT } from './run-command.mjs';

const DIST = path.join(ROOT, 'apps/site/dist');

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
  /** @type {object | null} */
  banner: null,
  isContactClosed: false,
};

/** A message of the operators to visitors. */
const BANNER = { version: 1, text: 'Message', tone: 'info', from: null, until: null, dismissible: true };

/** A name that only the development build of React has. */
const DEVELOPMENT = 'recentlyCreatedOwnerStacks';

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

/**
 * The scripts that load with a page, and their compressed sizes.
 * @param {string} html
 * @returns {Map<string, number>}
 */
function filesOf(html) {
  const files = new Set(scriptsOf(html).filter((address) => address.startsWith('/assets/')));
  /** @type {Map<string, number>} */
  const sizes = new Map();
  // A set grows while it is walked.
  for (const file of files) {
    const at = path.join(DIST, 'client', file);
    sizes.set(file, readFileSync(`${at}.br`).length);
    for (const imported of importsOf(readFileSync(at, 'utf8'))) files.add(`/assets/${imported}`);
  }
  return sizes;
}

/**
 * Limits that a page exceeds.
 * @param {string} name
 * @param {ReadonlyMap<string, number>} sizes compressed, by file
 * @param {number} limit
 * @returns {{ line: string, problems: string[] }}
 */
export function checkFiles(name, sizes, limit) {
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const line = `${name} ${kilobytes(bytes)} of scripts in ${sizes.size} files, limit ${kilobytes(limit)}`;
  const small = [...sizes]
    .filter(([, size]) => size < SMALLEST_FILE)
    .map(([file, size]) => `${file} has ${size} bytes and loads with ${name}`);
  const isOver = bytes > limit;
  return { line: `${line} ${isOver ? 'over' : 'ok'}`, problems: isOver ? [line, ...small] : small };
}

/**
 * Whether the server would render the pages with React's development build, which is several times slower.
 * @param {string} folder of the server's part
 */
const isDevelopment = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.mjs'))
    .some((file) => readFileSync(path.join(folder, file), 'utf8').includes(DEVELOPMENT));

/**
 * Checks the scripts of the public pages.
 * @returns {Promise<string[]>} problems
 */
export async function checkSite() {
  /** @typedef {(pattern: string, locals: typeof LOCALS) => Promise<Response>} Render */
  /** @type {{ patterns: string[], createRender: (clientRoot: string) => Render }} */
  const { patterns, createRender } = await import(pathToFileURL(path.join(DIST, 'server/entry.mjs')).href);
  const render = createRender(path.join(DIST, 'client'));
  /** @type {Record<string, string[]>} */
  const modules = JSON.parse(readFileSync(path.join(DIST, 'client/.modules.json'), 'utf8'));
  const problems = findDoubles(Object.values(modules).flat());
  if (isDevelopment(path.join(DIST, 'server'))) problems.push('the public site renders with a development build');
  for (const pattern of patterns)
    for (const banner of [null, BANNER]) {
      const html = await (await render(pattern, { ...LOCALS, banner })).text();
      const limit = html.includes('<astro-island') ? SITE_LIMIT : 0;
      const name = `${pattern} of the public site${banner ? ', with the banner,' : ''}`;
      const checked = checkFiles(name, filesOf(html), limit);
      console.log(checked.line);
      problems.push(...checked.problems);
    }
  return problems;
}
