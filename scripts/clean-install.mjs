/**
 * `npm ci` with half of its requests. The lock file names no addresses, so that it suits every registry, and npm would read
 * the description of each package only to learn where its archive is. Registries keep archives in the same place, so this
 * writes the addresses into the lock file while npm runs. The checksums of the lock file still decide what is installed.
 * Usage: node scripts/clean-install.mjs [option of npm ci...]
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

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

/** @param {string[]} options */
function install(options) {
  const file = path.join(import.meta.dirname, '../package-lock.json');
  const committed = readFileSync(file, 'utf8');
  const npmCi = () => spawnSync('npm', ['ci', ...options], { stdio: 'inherit' }).status ?? 1;
  try {
    const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
    writeFileSync(file, JSON.stringify(withAddresses(JSON.parse(committed), registry), null, 2));
    if (npmCi() === 0) return 0;
  } finally {
    writeFileSync(file, committed);
  }
  console.error('This registry keeps archives elsewhere. Installing again, with a request more for each package.');
  return npmCi();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = install(process.argv.slice(2));
