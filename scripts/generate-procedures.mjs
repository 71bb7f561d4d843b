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

/** @type {Record<string, Record<string, string>>} */
const addresses = {};
for (const [feature, procedures] of Object.entries(contract)) {
  for (const [name, { '~orpc': procedure }] of Object.entries(procedures)) {
    addresses[feature] = { ...addresses[feature], [name]: addressOf(procedure.route) };
  }
}

const file = path.join(ROOT, 'apps/web/src/lib/rpc-procedures.gen.json');
const text = `${JSON.stringify(addresses, null, 2)}\n`;
if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
