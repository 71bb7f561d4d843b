/**
 * Writes the addresses of all procedures for the web app, which would otherwise load every schema of the contract. The
 * configuration of Vite runs it, and so does whatever reads that: builds, checks and tests.
 * Usage: node scripts/generate-procedures.mjs
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { contract } from '../packages/contract/src/router.ts';
import { ROOT } from './run-command.mjs';

/** Fields of a route that `lib/rpc.ts` understands. */
const KNOWN = new Set(['method', 'path', 'tags', 'summary', 'description']);

/** @param {{ method?: string, path?: string }} route as the contract states it */
function addressOf(route) {
  const other = Object.keys(route).filter((field) => !KNOWN.has(field));
  if (other.length) throw new Error(`${route.path} sets ${other.join(', ')}, which the web app would not know.`);
  return `${route.method} ${route.path}`;
}

/**
 * @param {string} name of the file
 * @param {(access: { allow?: string }) => boolean} isListed
 */
function write(name, isListed) {
  /** @type {Record<string, Record<string, string>>} */
  const addresses = {};
  for (const [feature, procedures] of Object.entries(contract)) {
    for (const [procedure, { '~orpc': stated }] of Object.entries(procedures)) {
      if (isListed(stated.meta)) addresses[feature] = { ...addresses[feature], [procedure]: addressOf(stated.route) };
    }
  }
  const file = path.join(ROOT, 'apps/web/src/lib', name);
  const text = `${JSON.stringify(addresses, null, 2)}\n`;
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

const STAFF = new Set(['coach', 'operator']);
/** @param {{ allow?: string }} access */
const isStaff = ({ allow }) => STAFF.has(allow ?? '');

write('rpc-procedures.gen.json', (access) => !isStaff(access));
// Most of all procedures. The pages of clients load without them.
write('rpc-procedures.staff.gen.json', isStaff);
// The public site calls no others, and a page of it is not much larger than the whole list.
write('rpc-procedures.visitors.gen.json', ({ allow }) => allow === 'visitor');
