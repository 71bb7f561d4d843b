/**
 * Writes the addresses of all procedures for the web app, which would otherwise load every schema of the contract, and a
 * list of them with their callers for people: a change of an address or of its callers shows up in a review.
 * Usage: node scripts/generate-procedures.mjs [--check], which writes nothing and fails for an old file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
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

const WHO = {
  coach: 'the coach',
  client: 'a client',
  relationship: 'the coach or the client',
  person: 'a signed-in person',
  operator: 'an operator',
  viewer: 'an operator who views',
  visitor: 'everyone',
};

/**
 * @param {{ allow: keyof typeof WHO, plan?: string, right?: string, role?: string, verifiedEmail?: true, whileViewing?: true }} access
 * @returns {string} who may call a procedure, in words
 */
function callersOf({ allow, plan, right, role, verifiedEmail, whileViewing }) {
  return [
    WHO[allow],
    role && `role ${role}`,
    right && `right ${right}`,
    plan && `plan with ${plan}`,
    verifiedEmail && 'verified email',
    whileViewing && 'also while an operator views',
  ]
    .filter(Boolean)
    .join(', ');
}

/** @type {Record<string, Record<string, string>>} */
const addresses = {};
/** @type {string[]} */
const rows = [];
for (const [feature, procedures] of Object.entries(contract)) {
  for (const [name, { '~orpc': procedure }] of Object.entries(procedures)) {
    const address = addressOf(procedure.route);
    addresses[feature] = { ...addresses[feature], [name]: address };
    rows.push(`| \`${address}\` | ${feature}.${name} | ${callersOf(procedure.meta)} |`);
  }
}

const ABOUT = `# Addresses of the API

Every procedure of the contract with those who may call it, as its access says (decision 060). \`npm run generate:procedures\` writes this list.

| address | procedure | who may call it |
|---|---|---|
`;

const texts = {
  'apps/web/src/lib/rpc-procedures.gen.json': `${JSON.stringify(addresses, null, 2)}\n`,
  'docs/addresses.md': `${ABOUT}${rows.sort().join('\n')}\n`,
};
for (const [name, text] of Object.entries(texts)) {
  const file = path.join(ROOT, name);
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) throw new Error(`${name} is old: run npm run generate:procedures.`);
}
