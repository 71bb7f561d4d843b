import { expect, it } from 'vitest';
import {
  budgetOf,
  checkFirstVisits,
  checkFurtherScreens,
  findDoubles,
  findLargestReload,
  findSmallFiles,
  type PageList,
} from './pages-budgets.mjs';
import { checkFiles, importsOf, scriptsOf } from './pages-site.mjs';

const file = (...modules: string[]) => ({
  imports: [],
  styles: [],
  modules: Object.fromEntries(modules.map((module) => [module, 1000])),
});

const FILES: PageList['files'] = {
  'assets/vendor.js': file('../../node_modules/react-dom/index.js', '../../node_modules/a/node_modules/b/b.js'),
  'assets/main.js': file('src/app/main.tsx'),
  'assets/list.js': file('src/features/clients/client-list.tsx', '../../node_modules/b/b.js'),
  'assets/board.js': file('src/features/calendar/board.tsx', '../../node_modules/@scope/c/c.js'),
};
const SHARED = ['assets/vendor.js', 'assets/main.js'];
const listOf = (pages: Record<string, string[]>): PageList => ({ files: FILES, pages });
const sizesOf = (bytes: Record<string, number>) =>
  new Map(Object.entries(bytes).map(([name, size]) => [`assets/${name}.js`, size]));
const SIZES = sizesOf({ vendor: 150_000, main: 60_000, list: 6000, board: 90_000 });

it('allows more to pages that show food, and most to the calendar and the builders', () => {
  const kilobytes = (address: string) => budgetOf(address).bytes / 1000;
  expect(['/client/messages', '/client/dashboard'].map(kilobytes)).toEqual([215, 230]);
  expect(['/client/nutrition', '/client/nutrition/plan'].map(kilobytes)).toEqual([230, 230]);
  expect(['/coach/$coachId/clients', '/coach/$coachId/nutrition/$planId'].map(kilobytes)).toEqual([270, 310]);
});

it('names the heaviest packages and features of a page that loads too much', () => {
  const list = listOf({
    '/client/list': [...SHARED, 'assets/list.js'],
    '/coach/$coachId/list': [...SHARED, 'assets/list.js'],
  });
  const { lines, problems } = checkFirstVisits(list, SIZES);
  expect(lines).toEqual([
    '/client/list 216 kB in 3 files, limit 215 kB in 15 over',
    '/coach/$coachId/list 216 kB in 3 files, limit 270 kB in 20 ok',
  ]);
  expect(problems).toEqual([
    '/client/list 216 kB in 3 files, limit 215 kB in 15. Most of it: ' +
      'b 78 kB, react-dom 75 kB, src/app 60 kB, src/features/clients 3 kB',
  ]);
});

it('allows the calendar more, and counts files as well', () => {
  const many = Array.from({ length: 21 }, (_, index) => `assets/${index}.js`);
  const { problems } = checkFirstVisits(
    listOf({ '/coach/$coachId/calendar': [...SHARED, 'assets/board.js'], '/coach/$coachId/many': many }),
    SIZES,
  );
  expect(problems.map((problem) => problem.split('.')[0])).toEqual([
    '/coach/$coachId/many 0 kB in 21 files, limit 270 kB in 20',
  ]);
});

it('finds a screen that adds too much to another one of its section', () => {
  const list = listOf({
    '/coach/a': SHARED,
    '/coach/b': [...SHARED, 'assets/board.js'],
    '/client/c': [...SHARED, 'assets/board.js'],
  });
  expect(checkFurtherScreens(list, SIZES)).toEqual([
    '/coach/b after /coach/a adds 90 kB in 1 files, limit 60 kB in 6. ' +
      'Most of it: src/features/calendar 45 kB, @scope/c 45 kB',
  ]);
});

it('finds small files that load with a page, and no others', () => {
  const sizes = sizesOf({ vendor: 1999, main: 2000, list: 10 });
  expect(findSmallFiles(listOf({ '/a': SHARED, '/b': SHARED }), sizes)).toEqual([
    'assets/vendor.js has 1999 bytes and loads with /a (2 pages): ../../node_modules/react-dom/index.js, ' +
      '../../node_modules/a/node_modules/b/b.js',
  ]);
});

it('finds packages that come from two folders', () => {
  const modules = Object.values(FILES).flatMap((built) => Object.keys(built.modules));
  expect(findDoubles(modules)).toEqual(['b is bundled 2 times: from ../../node_modules/a/ and ../../']);
});

it('counts what names a changed file as changed', () => {
  const list = listOf({ '/a': [...SHARED, 'assets/list.js'] });
  const namedBy = new Map([['assets/list.js', ['assets/main.js']]]);
  const { share, ...where } = findLargestReload(list, SIZES, namedBy);
  expect(where).toEqual({ file: 'assets/list.js', address: '/a' });
  expect(share).toBeCloseTo(66 / 216);
});

it('reads the scripts that a public page loads at once', () => {
  const html = `
    <script type="module" src="/assets/hoisted.js"></script>
    <astro-island component-url="/assets/form.js" renderer-url="/assets/client.js" client="idle"></astro-island>
    <astro-island component-url="/assets/preview.js" renderer-url="/assets/client.js" client="visible"></astro-island>`;
  expect(scriptsOf(html)).toEqual(['/assets/form.js', '/assets/client.js', '/assets/hoisted.js']);
});

it('follows imports, but not those that a script makes later', () => {
  const script = 'import{a}from"./a.js";import"./b.js";export*from"./c.js";const d=()=>import("./d.js");';
  expect(importsOf(script)).toEqual(['a.js', 'b.js', 'c.js']);
});

it('finds small files that load with a public page, and a page over its limit', () => {
  const sizes = new Map([
    ['/assets/island.js', 1999],
    ['/assets/shared.js', 98_000],
  ]);
  expect(checkFiles('/contact', sizes, 100_000)).toEqual({
    line: '/contact 100 kB of scripts in 2 files, limit 100 kB ok',
    problems: ['/assets/island.js has 1999 bytes and loads with /contact'],
  });
  expect(checkFiles('/contact', sizes.set('/assets/island.js', 2001), 100_000).problems).toEqual([
    '/contact 100 kB of scripts in 2 files, limit 100 kB',
  ]);
});
