import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  checkFirstVisits,
  checkFurtherScreens,
  findDoubles,
  findLargestReload,
  findSmallFiles,
  LARGEST_RELOAD,
} from './pages-budgets.mjs';
import { ROOT } from './run-command.mjs';

/** @typedef {import('./pages-budgets.mjs').PageList} PageList */

const DIST = path.join(ROOT, 'apps/web/dist');

/** @param {string} file */
const sizeOf = (file) => readFileSync(path.join(DIST, `${file}.br`)).length;

/** The scripts and styles of the page that every address starts from. */
function frameFiles() {
  const html = readFileSync(path.join(DIST, 'index.html'), 'utf8');
  return [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, file]) => file ?? '');
}

/** By each file of the build, the files that contain its name. */
function readNaming() {
  const files = readdirSync(path.join(DIST, 'assets')).filter((file) => /\.(js|css)$/.test(file));
  /** @type {Map<string, string[]>} */
  const namedBy = new Map();
  for (const file of files) {
    const text = readFileSync(path.join(DIST, 'assets', file), 'utf8');
    for (const [named] of text.matchAll(/[\w-]{7,}\.(?:js|css)\b/g))
      namedBy.set(`assets/${named}`, [...(namedBy.get(`assets/${named}`) ?? []), `assets/${file}`]);
  }
  return namedBy;
}

/**
 * Checks what each page of the signed-in app loads.
 * @returns {string[]} problems
 */
export function checkApp() {
  /** @type {PageList} */
  const { files, pages } = JSON.parse(readFileSync(path.join(DIST, '.vite/pages.json'), 'utf8'));
  const frame = frameFiles();
  const withFrame = Object.fromEntries(
    Object.entries(pages).map(([address, loaded]) => [address, [...new Set([...frame, ...loaded])]]),
  );
  const list = { files, pages: withFrame };
  const sizes = new Map(Object.values(withFrame).flatMap((loaded) => loaded.map((file) => [file, sizeOf(file)])));
  const first = checkFirstVisits(list, sizes);
  for (const line of first.lines) console.log(line);
  const { share, file, address } = findLargestReload(list, sizes, readNaming());
  const reload = `A change in ${file} makes ${Math.round(share * 100)} % of ${address} load again`;
  console.log(reload);
  return [
    ...first.problems,
    ...checkFurtherScreens(list, sizes),
    ...findSmallFiles({ files, pages }, sizes),
    ...findDoubles(Object.values(files).flatMap(({ modules }) => Object.keys(modules))),
    ...(share > LARGEST_RELOAD ? [`${reload}, limit ${LARGEST_RELOAD * 100} %`] : []),
  ];
}
