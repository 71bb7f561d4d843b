import type { Registry } from '../../core/registry.ts';
import { type ExportPart, NUMBERS_FOLDER, pathIn, SIGN_IN_METHODS, tablesOf } from './privacy.contents.service.ts';

type Readme = { registry: Registry; productName: string; fullName: string; now: Date; parts: readonly ExportPart[] };

const FORMAT = `Each kind of record is a JSON file. Where a table is easier to read there is a CSV file beside it, which every
spreadsheet opens. Times are in UTC. Amounts of money are in the smallest unit of their currency, such as cents.
Photos, videos and documents are in the folder "files". Their names end with the id that files.json lists them by.`;

const SECRETS = `Passwords, sign-in sessions, two-factor codes and the secrets of links are in no copy, because with them
others could sign in as you.`;
const PLAN_INVOICES = 'The invoices for your plan are on the page Billing.';

const NUMBERS = `  The folder "${NUMBERS_FOLDER}" has the numbers that are hidden from you in the app. You can leave it closed, or
  look through it with someone you trust.`;

function describePart(registry: Registry, part: ExportPart): string[] {
  const { folder, title, reader, separatesNumbers } = part;
  const lines = tablesOf(registry, reader).map((exported) => {
    const path = pathIn(part, exported);
    return `  ${path}.json${exported.csv ? ` and ${path}.csv` : ''}: ${exported.about}`;
  });
  if (reader === 'person') lines.push(`  ${SIGN_IN_METHODS}.json: The ways in which you can sign in.`);
  const hints = [...(folder ? [`  In the folder ${folder}`] : []), ...(separatesNumbers ? [NUMBERS] : [])];
  return [title, ...hints, ...lines, ''];
}

/** Tables that the copy of these readers omits, by reason. */
function leftOutFor({ exportedTables }: Registry, parts: readonly ExportPart[]): string[] {
  const readers = [...new Set(parts.map(({ reader }) => reader))];
  const missing = exportedTables.flatMap(({ name, leftOut }) =>
    readers.flatMap((reader) => {
      const reason = leftOut[reader];
      return reason ? [{ name: name.replaceAll('_', ' '), reason }] : [];
    }),
  );
  return [...Map.groupBy(missing, ({ reason }) => reason)].map(
    ([reason, tables]) => `  ${[...new Set(tables.map(({ name }) => name))].join(', ')}: ${reason}`,
  );
}

/** The readme of a copy: its contents, and what is left out and why. */
export function readmeOf({ registry, productName, fullName, now, parts }: Readme): string {
  const day = now.toISOString().slice(0, 10);
  return [
    `The data of ${fullName} in ${productName}, as of ${day}`,
    '',
    FORMAT,
    '',
    'What is inside',
    '',
    ...parts.flatMap((part) => describePart(registry, part)),
    'What is left out, and why',
    '',
    ...leftOutFor(registry, parts),
    '',
    SECRETS,
    ...(parts.some(({ reader }) => reader === 'coach') ? [PLAN_INVOICES] : []),
    '',
  ].join('\n');
}
