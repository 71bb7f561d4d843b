/**
 * Writes the addresses of all procedures for the web app, which would otherwise load every schema of the contract.
 * Usage: node scripts/generate-procedures.mjs [--check], which writes nothing and fails for an old file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { contract } from '../packages/contract/src/router.ts';
import { ROOT } from './run-command.mjs';

const FILE = 'apps/web/src/lib/rpc-procedures.gen.json';
const file = path.join(ROOT, FILE);

/** What `lib/rpc.ts` reads of a route. */
const KNOWN = new Set(['method', 'path', 'tags', 'summary', 'description']);

/** @param {{ method?: string, path?: string }} route as the contract states it */
function addressOf(route) {
  const other = Object.keys(route).filter((field) => !KNOWN.has(field));
  if (other.length) throw new Error(`${route.path} sets ${other.join(', ')}, which the web app would not know.`);
  return `${route.method} ${route.path}`;
}

const addresses = Object.fromEntries(
  Object.entries(contract).map(([feature, procedures]) => [
    feature,
    Object.fromEntries(
      Object.entries(procedures).map(
        ([
          name,
          {
            '~orpc': { route },
          },
        ]) => [name, addressOf(route)],
      ),
    ),
  ]),
);
const text = `${JSON.stringify(addresses, null, 2)}\n`;

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) throw new Error(`${FILE} is old: run npm run generate:procedures.`);
