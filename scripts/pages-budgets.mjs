/**
 * Budgets of the app's pages, and the files that each page loads according to the build.
 * @typedef {import('../apps/web/packing/page-list.ts').PageList} PageList
 * @typedef {{ bytes: number, files: number }} Budget
 */

/** @type {Record<'client' | 'nutrition' | 'others' | 'large' | 'further', Budget>} Compressed scripts and styles, fonts apart. */
export const LIMITS = {
  client: { bytes: 215_000, files: 15 },
  nutrition: { bytes: 230_000, files: 15 },
  others: { bytes: 270_000, files: 20 },
  large: { bytes: 310_000, files: 20 },
  further: { bytes: 60_000, files: 6 },
};
/**
 * The most scripts of a public page that load before a person does anything, compressed. A page without islands has none.
 */
export const SITE_LIMIT = 100_000;
/** The largest part of a page that a change of one feature makes browsers load again. */
export const LARGEST_RELOAD = 0.4;
/** A file below this costs a request more than it saves. */
export const SMALLEST_FILE = 2000;

/** The client's pages that show food. */
const NUTRITION = new Set(['/client/dashboard', '/client/nutrition', '/client/nutrition/plan']);

/** The calendar, the two pages of the program builder, and the builder of meal plans. */
const LARGE = new Set([
  '/coach/$coachId/nutrition/$planId',
  '/coach/$coachId/calendar',
  '/coach/$coachId/programs/$programId',
  '/coach/$coachId/client/$clientId/program',
]);

/** @param {string} address */
const sectionOf = (address) => address.split('/')[1] ?? '';

/** @param {string} address */
export function budgetOf(address) {
  if (LARGE.has(address)) return LIMITS.large;
  if (NUTRITION.has(address)) return LIMITS.nutrition;
  return sectionOf(address) === 'client' ? LIMITS.client : LIMITS.others;
}

/**
 * What a page may add to another one of its section. Those of the largest are exempt.
 * @param {string} address
 * @returns {Budget}
 */
export const furtherBudgetOf = (address) =>
  LARGE.has(address) ? { bytes: Number.POSITIVE_INFINITY, files: Number.POSITIVE_INFINITY } : LIMITS.further;

/** @param {number} bytes */
export const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;

/**
 * @param {Iterable<string>} files
 * @param {ReadonlyMap<string, number>} sizes compressed
 * @returns {Budget}
 */
function weigh(files, sizes) {
  const all = [...files];
  return { bytes: all.reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0), files: all.length };
}

/** @param {string} module a path of the build, or a name that a plugin made up */
export function packageOf(module) {
  const inside = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module);
  return inside?.[1] ?? null;
}

/**
 * The packages and features whose code weighs most in these files.
 * @param {readonly string[]} files
 * @param {PageList['files']} built
 * @param {ReadonlyMap<string, number>} sizes compressed
 */
function heaviest(files, built, sizes) {
  /** @type {Map<string, number>} */
  const weights = new Map();
  for (const file of files) {
    const modules = Object.entries(built[file]?.modules ?? {});
    const rendered = modules.reduce((sum, [, length]) => sum + length, 0);
    for (const [module, length] of modules) {
      const name = packageOf(module) ?? /src\/(?:features\/)?[^/?]+/.exec(module)?.[0] ?? module;
      weights.set(name, (weights.get(name) ?? 0) + (length / (rendered || 1)) * (sizes.get(file) ?? 0));
    }
    if (modules.length === 0) weights.set(file, sizes.get(file) ?? 0);
  }
  const sorted = [...weights].sort(([, one], [, other]) => other - one).slice(0, 12);
  return sorted.map(([name, bytes]) => `${name} ${kilobytes(bytes)}`).join(', ');
}

/**
 * A line for each page with what its first visit loads.
 * @param {PageList} list
 * @param {ReadonlyMap<string, number>} sizes compressed, by file
 * @returns {{ lines: string[], problems: string[] }}
 */
export function checkFirstVisits({ files: built, pages }, sizes) {
  /** @type {string[]} */
  const problems = [];
  const lines = Object.entries(pages).map(([address, files]) => {
    const { bytes, files: count } = weigh(files, sizes);
    const limit = budgetOf(address);
    const isOver = bytes > limit.bytes || count > limit.files;
    const limits = `limit ${kilobytes(limit.bytes)} in ${limit.files}`;
    const line = `${address} ${kilobytes(bytes)} in ${count} files, ${limits}`;
    if (isOver) problems.push(`${line}. Most of it: ${heaviest(files, built, sizes)}`);
    return `${line} ${isOver ? 'over' : 'ok'}`;
  });
  return { lines, problems };
}

/**
 * The most that each screen adds after another one of the same section.
 * @param {PageList} list
 * @param {ReadonlyMap<string, number>} sizes compressed, by file
 */
export function checkFurtherScreens({ files: built, pages }, sizes) {
  /** @type {string[]} */
  const problems = [];
  for (const [address, files] of Object.entries(pages)) {
    const budget = furtherBudgetOf(address);
    const steps = Object.keys(pages)
      .filter((from) => sectionOf(from) === sectionOf(address))
      .map((from) => {
        const there = new Set(pages[from]);
        const added = files.filter((file) => !there.has(file));
        return { from, added, ...weigh(added, sizes) };
      });
    const most = steps.sort((one, other) => other.bytes - one.bytes)[0];
    const overFiles = steps.find((step) => step.files > budget.files);
    const worst = most && most.bytes > budget.bytes ? most : overFiles;
    if (!worst) continue;
    const limit = `limit ${kilobytes(budget.bytes)} in ${budget.files}`;
    problems.push(
      `${address} after ${worst.from} adds ${kilobytes(worst.bytes)} in ${worst.files} files, ${limit}. ` +
        `Most of it: ${heaviest(worst.added, built, sizes)}`,
    );
  }
  return problems;
}

/**
 * Files that load with a page and are too small for a request.
 * @param {PageList} list
 * @param {ReadonlyMap<string, number>} sizes compressed, by file
 */
export function findSmallFiles({ files: built, pages }, sizes) {
  return [...new Set(Object.values(pages).flat())]
    .filter((file) => (sizes.get(file) ?? 0) < SMALLEST_FILE)
    .map((file) => {
      const by = Object.keys(pages).filter((address) => pages[address]?.includes(file));
      const modules = Object.keys(built[file]?.modules ?? {}).slice(0, 3);
      return `${file} has ${sizes.get(file)} bytes and loads with ${by[0]} (${by.length} pages): ${modules.join(', ')}`;
    });
}

/**
 * Packages of which a build contains several copies.
 * @param {readonly string[]} modules of all its files
 */
export function findDoubles(modules) {
  /** @type {Map<string, Set<string>>} */
  const folders = new Map();
  for (const module of modules) {
    const name = packageOf(module);
    if (!name) continue;
    const folder = module.slice(0, module.lastIndexOf(`node_modules/${name}`));
    folders.set(name, (folders.get(name) ?? new Set()).add(folder));
  }
  return [...folders]
    .filter(([, places]) => places.size > 1)
    .map(([name, places]) => `${name} is bundled ${places.size} times: from ${[...places].join(' and ')}`);
}

/**
 * The largest part of a page that one changed module of a feature makes browsers load again. A file's name changes with
 * its content, and so does the content of all files that name it.
 * @param {PageList} list
 * @param {ReadonlyMap<string, number>} sizes compressed, by file
 * @param {ReadonlyMap<string, readonly string[]>} namedBy the files that contain a file's name
 */
export function findLargestReload({ files: built, pages }, sizes, namedBy) {
  const features = Object.keys(built).filter((file) =>
    Object.keys(built[file]?.modules ?? {}).some((module) => module.startsWith('src/features/')),
  );
  const worst = { share: 0, file: '', address: '' };
  for (const file of features) {
    const changed = new Set([file]);
    // A set grows while it is walked.
    for (const one of changed) for (const naming of namedBy.get(one) ?? []) changed.add(naming);
    for (const [address, loaded] of Object.entries(pages)) {
      if (!loaded.includes(file)) continue;
      const again = loaded.filter((one) => changed.has(one));
      const share = weigh(again, sizes).bytes / weigh(loaded, sizes).bytes;
      if (share > worst.share) Object.assign(worst, { share, file, address });
    }
  }
  return worst;
}
