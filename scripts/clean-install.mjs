/**
 * `npm ci` with half of its requests. The lock file names no addresses, because they differ between registries, so npm
 * reads the description of each package to find its archive. Registries name archives alike, so this writes the addresses
 * into the lock file while npm runs. The checksums in the lock file still decide what is installed.
 * Usage: node scripts/clean-install.mjs [option of npm ci...]
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run-command.mjs';

/** @typedef {{ packages: Record<string, { version?: string, resolved?: string, integrity?: string, link?: boolean }> }} Lock */

/**
 * @param {Lock} lock
 * @param {string} registry address of the registry
 * @returns {Lock} with an address for every package of the registry
 */
export function withAddresses(lock, registry) {
  const base = registry.replace(/\/*$/, '/');
  const packages = Object.entries(lock.packages).map(([place, entry]) => {
    // Without a checksum it is a folder of this repository.
    if (!entry.integrity || !entry.version || entry.resolved) return [place, entry];
    const name = place.split('node_modules/').at(-1) ?? '';
    const resolved = `${base}${name}/-/${path.posix.basename(name)}-${entry.version}.tgz`;
    return [place, { ...entry, resolved }];
  });
  return { ...lock, packages: Object.fromEntries(packages) };
}

/**
 * @param {string[]} options of npm ci
 * @returns {Promise<number>} its exit code
 */
async function install(options) {
  const file = path.join(import.meta.dirname, '../package-lock.json');
  const committed = readFileSync(file, 'utf8');
  const restore = () => writeFileSync(file, committed);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      stopping.abort();
      // npm may take long to end.
      restore();
      process.exit(1);
    });
  const npmCi = async () => {
    // The PATH of this process, because npm replaces the Node of `node_modules` while it runs.
    const env = { PATH: process.env.PATH };
    const { code } = await run('npm', ['ci', ...options], { show: true, signal: stopping.signal, env });
    return code;
  };
  try {
    const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
    writeFileSync(file, JSON.stringify(withAddresses(JSON.parse(committed), registry), null, 2));
    const code = await npmCi();
    if (code === 0) return code;
  } finally {
    restore();
  }
  console.error('That failed. Trying again as npm does it alone, in case this registry keeps archives elsewhere.');
  return npmCi();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await install(process.argv.slice(2));
