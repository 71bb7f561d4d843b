/**
 * Writes apps/web/src/routeTree.gen.ts and the addresses of procedures, which type checks and tests need and a build
 * would write.
 * Usage: node scripts/generate-routes.mjs
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { resolveConfig } from 'vite';
import { ROOT } from './run-command.mjs';

const WEB = path.join(ROOT, 'apps/web');

/**
 * Generates both. Resolving the Vite configuration is enough, because its plugins then generate with the options of the
 * build.
 * @throws Error when routes conflict or no file was written
 */
export async function generateRoutes() {
  /** @type {unknown[]} */
  const problems = [];
  const report = console.error;
  // The plugin only prints its errors; a wrong tree would later cause a confusing type error.
  console.error = (...args) => problems.push(...args);
  try {
    await resolveConfig({ root: WEB, configFile: path.join(WEB, 'vite.config.ts'), logLevel: 'warn' }, 'build');
  } finally {
    console.error = report;
  }
  if (problems.length) throw new Error(`The routes cannot be generated: ${problems.map(String).join('\n')}`);
  if (!existsSync(path.join(WEB, 'src/routeTree.gen.ts'))) throw new Error('No route tree was written.');
}

/** Vitest's global setup for the web tests. */
export const setup = () => generateRoutes();

if (process.argv[1] === fileURLToPath(import.meta.url)) await generateRoutes();
