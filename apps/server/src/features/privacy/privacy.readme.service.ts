import { exportedTables } from '../../core/exports.ts';
import { type ExportPart, tablesOf } from './privacy.contents.service.ts';

type Readme = { productName: string; fullName: string; now: Date; parts: readonly ExportPart[] };

const FORMAT = `Each kind of record is a JSON file. Where a table is easier to read there is a CSV file beside it, which every
spreadsheet opens. Times are in UTC. Amounts of money are in the smallest unit of their currency, such as cents.
Photos, videos and documents are in the folder "files". Their names end with the id that files.json lists them by.`;

const SECRETS = `Passwords, sign-in sessions, two-factor codes and the secrets of links are in no copy, because with them
others could sign in as you.
Invoices for your plan are on the page Billing.`;

function describePart({ folder, title, reader }: ExportPart): string[] {
  const lines = tablesOf(reader).map(
    ({ file, about, csv }) => `  ${file}.json${csv ? ` and ${file}.csv` : ''}: ${about}`,
  );
  return [title, `  Folder: ${folder || 'this one'}`, ...lines, ''];
}

/** What is not in the copy of these readers, each reason once. */
function leftOutFor(parts: readonly ExportPart[]): string[] {
  const readers = new Set(parts.map(({ reader }) => reader));
  const lines = exportedTables().flatMap(({ name, leftOut }) =>
    [...readers].flatMap((reader) => {
      const reason = leftOut[reader];
      return reason ? [`  ${name.replaceAll('_', ' ')}: ${reason}`] : [];
    }),
  );
  return [...new Set(lines)];
}

/** The text that says what is in a copy, and what is left out and why. */
export function readmeOf({ productName, fullName, now, parts }: Readme): string {
  const day = now.toISOString().slice(0, 10);
  return [
    `The data of ${fullName} in ${productName}, as of ${day}`,
    '',
    FORMAT,
    '',
    'What is inside',
    '',
    ...parts.flatMap(describePart),
    'What is left out, and why',
    '',
    ...leftOutFor(parts),
    '',
    SECRETS,
    '',
  ].join('\n');
}
