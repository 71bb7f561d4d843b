/**
 * Writes the API document of the sources, and the types that a client has of it, which the typed test of the API uses.
 * Usage: node scripts/generate-api-types.mjs
 */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ROOT, run, toolEnv } from './run-command.mjs';

export const DOCUMENT = 'node_modules/.cache/api/openapi.json';
export const TYPES = 'apps/server/test/api-types.gen.d.ts';
const COMMAND = ['--import', 'tsx', 'apps/server/src/commands/api-document.ts'];
const LARGEST = 64 * 1024 * 1024;

/**
 * Generates both.
 * @throws Error with the tool's output
 */
export async function generateApiTypes() {
  const options = { cwd: ROOT, env: toolEnv({ LOG_LEVEL: 'silent' }), maxBuffer: LARGEST };
  const { stdout } = await promisify(execFile)('node', COMMAND, options);
  const file = path.join(ROOT, DOCUMENT);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, stdout);
  const tool = path.join(ROOT, 'apps/server/node_modules/.bin/openapi-typescript');
  const { code, output } = await run('node', [tool, DOCUMENT, '--output', TYPES, '--default-non-nullable=false']);
  if (code !== 0) throw new Error(`The types of the API cannot be generated:\n${output}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await generateApiTypes();
