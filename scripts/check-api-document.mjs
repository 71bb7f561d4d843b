/**
 * Checks the API document: Redocly's recommended rules find nothing, no schema is repeated, and the document and the
 * types made of it stay small for the number of operations.
 * Usage: node scripts/check-api-document.mjs. Prints one line per problem; exit code 1 with problems.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DOCUMENT, generateApiTypes, TYPES } from './generate-api-types.mjs';
import { ROOT, run } from './run-command.mjs';

/** @typedef {{ operationId?: string, summary?: string, tags?: string[], security?: object[], responses: object }} Operation */
/** @typedef {{ paths: Record<string, Record<string, Operation>>, components: { schemas: Record<string, unknown> } }} Document */

/**
 * Of an operation on average. The empty document costs the types 43 lines an operation: 17 for its path, and 26 for its
 * parameters and its answer.
 */
const MOST = { bytes: 1750, lines: 65 };
/** Structures up to this size may be repeated: a name would say less than their fields. */
const LONGEST_REPEATED = 300;
const STRUCTURES = ['properties', 'additionalProperties', 'items', 'enum', 'anyOf', 'oneOf', 'allOf'];

/**
 * @param {Document} document
 * @returns {string[]} one problem for each structure that stands in the document more than once
 */
export function findRepeated(document) {
  /** @type {Map<string, string[]>} */
  const places = new Map();
  /** @param {unknown} value @param {string} place */
  const walk = (value, place) => {
    if (typeof value !== 'object' || value === null) return;
    if (STRUCTURES.some((keyword) => keyword in value) && !place.endsWith('/properties')) {
      const text = JSON.stringify(value);
      if (text.length > LONGEST_REPEATED) places.set(text, [...(places.get(text) ?? []), place]);
    }
    for (const [key, inner] of Object.entries(value)) walk(inner, `${place}/${key}`);
  };
  walk(document.paths, 'paths');
  walk(document.components.schemas, 'schemas');
  const repeated = [...places.values()].filter(({ length }) => length > 1);
  // Within a repeated structure, its parts are repeated as well.
  const isPart = (/** @type {string[]} */ [first = '']) => repeated.some(([of = '']) => first.startsWith(`${of}/`));
  return repeated
    .filter((found) => !isPart(found))
    .map((found) => `Give this schema a name in apps/server/src/http/api-schemas.ts: ${found.join(' and ')}`);
}

/**
 * @param {Document} document
 * @returns {string[]}
 */
export function findUndescribed(document) {
  return listOperations(document).flatMap(({ address, operation }) => {
    const missing = ['operationId', 'summary', 'tags'].filter((field) => !(field in operation));
    const refused = Object.keys(operation.responses).some((status) => status.startsWith('4'));
    return [
      ...missing.map((field) => `${address} has no ${field}.`),
      ...(refused ? [] : [`${address} does not say how it refuses.`]),
    ];
  });
}

/** @param {Document} document */
const listOperations = ({ paths }) =>
  Object.entries(paths).flatMap(([address, item]) =>
    Object.entries(item).map(([method, operation]) => ({ address: `${method.toUpperCase()} ${address}`, operation })),
  );

/**
 * @param {string} file
 * @returns {Promise<string[]>} what Redocly's recommended rules find, errors and warnings
 */
export async function lintDocument(file) {
  const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const args = ['lint', file, '--extends=recommended', '--format=json', '--max-problems=1000'];
  const { output } = await run('redocly', args, { env });
  const [json] = output.match(/^\{[\s\S]*^\}/m) ?? [];
  if (!json) throw new Error(`The document cannot be linted:\n${output}`);
  /** @type {{ problems: { ruleId: string, message: string, location: { pointer?: string }[] }[] }} */
  const { problems } = JSON.parse(json);
  return problems.map(({ ruleId, message, location: [place] }) => `${ruleId}: ${message} ${place?.pointer ?? ''}`);
}

/**
 * Generates the document and its types, and checks both.
 * @returns {Promise<{ problems: string[], summary: string }>}
 */
export async function checkApiDocument() {
  await generateApiTypes();
  const text = readFileSync(path.join(ROOT, DOCUMENT), 'utf8');
  const lines = readFileSync(path.join(ROOT, TYPES), 'utf8').split('\n').length;
  /** @type {Document} */
  const document = JSON.parse(text);
  const operations = listOperations(document).length;
  const problems = [...(await lintDocument(DOCUMENT)), ...findUndescribed(document), ...findRepeated(document)];
  for (const [unit, size] of Object.entries({ bytes: text.length, lines })) {
    const most = MOST[/** @type {keyof typeof MOST} */ (unit)] * operations;
    if (size > most) problems.push(`The document has ${size} ${unit}, and ${operations} operations may have ${most}.`);
  }
  const summary = `${operations} operations, ${Math.round(text.length / 1000)} kB, ${lines} lines of types`;
  return { problems, summary };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { problems, summary } = await checkApiDocument();
  for (const problem of problems) console.error(problem);
  console.log(summary);
  process.exitCode = problems.length ? 1 : 0;
}
