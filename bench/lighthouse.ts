import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, run } from '../scripts/run-command.mjs';

const VERSION = '13.5.0';

type Audit = { score: number | null; numericValue?: number; displayValue?: string; details?: object };
type Category = { score: number | null; auditRefs: { id: string; weight: number }[] };

/** The used part of a result. */
export type Result = {
  finalDisplayedUrl?: string;
  runtimeError?: { message: string };
  audits: Record<string, Audit | undefined>;
  categories: Record<string, Category | undefined>;
};

/** Visits a page in the browser of a port and measures it. */
export type Lighthouse = (
  url: string,
  flags: { port: number; logLevel: 'error'; onlyCategories: string[] },
) => Promise<{ lhr: Result } | undefined>;

/**
 * Loads Lighthouse, which the first call on a machine installs: it is a tenth of all files that the product and its
 * tests would install, and only `npm run bench:web` uses it.
 * @throws Error with the output of npm if it cannot be installed
 */
export async function loadLighthouse(): Promise<Lighthouse> {
  const folder = path.join(ROOT, 'node_modules/.cache', `lighthouse-${VERSION}`);
  const main = path.join(folder, 'node_modules/lighthouse/core/index.js');
  if (!existsSync(main)) {
    mkdirSync(folder, { recursive: true });
    const args = ['install', '--prefix', folder, '--no-save', '--no-package-lock', '--no-audit', '--no-fund'];
    const { code, output } = await run('npm', [...args, `lighthouse@${VERSION}`]);
    if (code !== 0) throw new Error(`Lighthouse could not be installed:\n${output}`);
  }
  const library: { default: Lighthouse } = await import(pathToFileURL(main).href);
  return library.default;
}
