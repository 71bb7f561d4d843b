import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';

const MODULES = path.join(import.meta.dirname, '../../../node_modules');
const CACHE = path.join(MODULES, '.cache/sdk-schemas');
const versionOf = (sdk: string): string =>
  JSON.parse(readFileSync(path.join(MODULES, sdk, 'package.json'), 'utf8')).version;

/**
 * JSON Schemas of the types of vendors' SDKs. Reading the types takes seconds, so the schemas are kept outside the
 * repository until the file changes or another version of an SDK is installed.
 * @param file the file that exports the types
 * @param sdks the packages that the types come from
 * @returns the schemas by the name of the type. Each has its own definitions: SDKs use one name for different types.
 */
export function schemasOfTypes<Name extends string>(
  file: string,
  names: readonly Name[],
  sdks: readonly string[],
): Record<Name, object> {
  const sources = [readFileSync(file, 'utf8'), names, sdks.map(versionOf)];
  const key = createHash('sha256').update(JSON.stringify(sources)).digest('hex').slice(0, 16);
  const kept = path.join(CACHE, `${key}.json`);
  if (!existsSync(kept)) {
    mkdirSync(CACHE, { recursive: true });
    const generator = createGenerator({ path: file, skipTypeCheck: true, additionalProperties: false, topRef: false });
    const made = Object.fromEntries(names.map((name) => [name, generator.createSchema(name)]));
    const written = path.join(CACHE, `${key}.${process.pid}.json`);
    writeFileSync(written, JSON.stringify(made));
    // Another process may be writing the same file.
    renameSync(written, kept);
  }
  return JSON.parse(readFileSync(kept, 'utf8'));
}
