import { day } from '@stridewell/contract/fields';
import { type ImportedLead, leadInput } from '@stridewell/contract/pipeline/pipeline';
import { LEAD_BOUNDS, LEAD_STATUS_LABELS, LEAD_STATUSES, phoneKey } from '@stridewell/contract/pipeline/pipeline.rules';

/** Columns of a file with leads. */
export const LEAD_COLUMNS = [
  'name',
  'email',
  'phone',
  'status',
  'source',
  'value',
  'lastContact',
  'followUpOn',
  'notes',
] as const;
export type LeadColumn = (typeof LEAD_COLUMNS)[number];

export const LEAD_COLUMN_LABELS: Record<LeadColumn, string> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  status: 'Status',
  source: 'Source',
  value: 'Value',
  lastContact: 'Last contact',
  followUpOn: 'Follow up on',
  notes: 'Notes',
};

/** Words in other products' headers. */
const GUESSES: Record<LeadColumn, RegExp> = {
  name: /^(full )?name|^lead$|^contact$/,
  email: /e-?mail/,
  phone: /phone|mobile|^tel/,
  status: /status|stage/,
  source: /source|channel|origin/,
  value: /value|amount|price|deal/,
  lastContact: /last (contact|activity)|contacted/,
  followUpOn: /follow|next/,
  notes: /note|comment|message|description/,
};

/** The file's column for each of our columns; null for none. */
export type LeadMapping = Record<LeadColumn, number | null>;

/** The columns that the headers suggest, each used once. */
export function guessLeadMapping(header: readonly string[]): LeadMapping {
  const taken = new Set<number>();
  const find = (column: LeadColumn): number | null => {
    const index = header.findIndex((text, at) => !taken.has(at) && GUESSES[column].test(text.trim().toLowerCase()));
    if (index === -1) return null;
    taken.add(index);
    return index;
  };
  const guessed = LEAD_COLUMNS.map((column) => [column, find(column)] as const);
  return Object.fromEntries(guessed) as LeadMapping;
}

/** Cents of an amount as people write it: `$1,200.50`, `1.200,50 €` or `1200`. Null for no amount. */
export function parseAmount(text: string): number | null {
  const plain = text.replaceAll(/[\s'’]|\p{Sc}|[A-Za-z]/gu, '');
  const match = /^(\d+(?:[.,]\d{3})*)(?:[.,](\d{1,2}))?$/.exec(plain);
  if (!match) return null;
  const [, whole = '', decimals = ''] = match;
  const cents = Number(whole.replaceAll(/[.,]/g, '')) * 100 + Number(decimals.padEnd(2, '0'));
  return Number.isSafeInteger(cents) ? cents : null;
}

/** A day as `2026-03-02` or `3/2/2026`; null for no text, undefined for anything else. */
function readDay(text: string): string | null | undefined {
  if (text === '') return null;
  const [, month = '', date = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  const iso = year ? `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}` : text;
  return day.safeParse(iso).data;
}

const statusOf = (text: string) => {
  const typed = text.trim().toLowerCase();
  return LEAD_STATUSES.find((status) => LEAD_STATUS_LABELS[status].toLowerCase() === typed) ?? 'new';
};

export type LeadTable = {
  leads: ImportedLead['lead'][];
  /** Rows of a person that the file has already named. */
  repeated: number;
  /** Lines count from 1 with the header. */
  problems: { line: number; problem: string }[];
};

/**
 * Reads the rows below the header. A row that is not valid is left out with the reason; days may also be written as
 * month/day/year.
 */
export function leadsFromTable(rows: readonly (readonly string[])[], mapping: LeadMapping, today: string): LeadTable {
  const table: LeadTable = { leads: [], repeated: 0, problems: [] };
  const seen = new Set<string>();
  for (const [index, row] of rows.entries()) {
    if (index === 0) continue;
    const cell = (column: LeadColumn): string => {
      const at = mapping[column];
      return at === null ? '' : (row[at] ?? '').trim();
    };
    const result = readLead(cell, today);
    if ('problem' in result) {
      table.problems.push({ line: index + 1, problem: result.problem });
      continue;
    }
    const { lead } = result;
    const keys = [lead.email, phoneKey(lead.phone)].filter(Boolean);
    const known = keys.length > 0 ? keys : [lead.name.toLowerCase()];
    if (known.some((key) => seen.has(key))) table.repeated += 1;
    else table.leads.push(lead);
    for (const key of known) seen.add(key);
  }
  return table;
}

function readLead(
  cell: (column: LeadColumn) => string,
  today: string,
): { lead: ImportedLead['lead'] } | { problem: string } {
  const value = cell('value');
  const valueCents = value === '' ? null : parseAmount(value);
  if (value !== '' && valueCents === null) return { problem: `Value: “${value.slice(0, 40)}” is not an amount` };
  const [lastContact, followUpOn] = [readDay(cell('lastContact')), readDay(cell('followUpOn'))];
  if (lastContact === undefined || followUpOn === undefined) return { problem: 'Didn’t understand a date' };
  if (lastContact !== null && lastContact > today) return { problem: 'Last contact: the date is in the future' };
  const checked = leadInput.safeParse({
    name: cell('name').replaceAll(/\s+/g, ' '),
    email: cell('email'),
    phone: cell('phone'),
    source: cell('source').replaceAll(/\s+/g, ' ').slice(0, LEAD_BOUNDS.source),
    valueCents,
    lastContact,
    followUpOn,
    notes: cell('notes').slice(0, LEAD_BOUNDS.notes),
  });
  if (checked.success) return { lead: { ...checked.data, status: statusOf(cell('status')) } };
  const [issue] = checked.error.issues;
  const column = LEAD_COLUMNS.find((name) => name === issue?.path[0]);
  return { problem: `${column ? LEAD_COLUMN_LABELS[column] : 'Value'}: ${issue?.message ?? 'not valid'}` };
}

/** Characters of leads in one request, below the server's limit of a megabyte in any language. */
const REQUEST_LENGTH = 250_000;

/** Leads in parts that one request each can carry. */
export function leadParts(leads: readonly ImportedLead[]): ImportedLead[][] {
  const parts: ImportedLead[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const lead of leads) {
    const size = JSON.stringify(lead).length;
    const last = parts.at(-1);
    if (last && length + size <= REQUEST_LENGTH && last.length < LEAD_BOUNDS.perRequest) {
      last.push(lead);
      length += size;
    } else {
      parts.push([lead]);
      length = size;
    }
  }
  return parts;
}
