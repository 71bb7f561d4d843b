import { Readable } from 'node:stream';
import type { Lead } from '@stridewell/contract/pipeline/pipeline';
import { LEAD_STATUS_LABELS, LOST_REASON_LABELS } from '@stridewell/contract/pipeline/pipeline.rules';
import { csvLine } from '@stridewell/contract/programs/programs.csv.rules';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Database } from '../../platform/db/database.ts';
import { listLeads } from './pipeline.list.service.ts';

const HEADINGS = [
  'Name',
  'Email',
  'Phone',
  'Status',
  'Source',
  'Value',
  'Currency',
  'Last contact',
  'Follow up on',
  'Lost reason',
  'Notes',
];

const cellsOf = (lead: Lead) => [
  lead.name,
  lead.email,
  lead.phone,
  LEAD_STATUS_LABELS[lead.status],
  lead.source,
  lead.valueCents === null ? null : lead.valueCents / 100,
  lead.currency,
  lead.lastContact,
  lead.followUpOn,
  lead.lostReason && LOST_REASON_LABELS[lead.lostReason],
  lead.notes,
];

/** Spreadsheets need it to recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
const EXPORT_PAGE = 500;

async function* linesOf(db: Database, scope: CoachScope): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEADINGS);
  let cursor: string | undefined;
  do {
    const page = { q: '', sort: 'name', cursor, limit: EXPORT_PAGE } as const;
    const { leads, nextCursor } = await db.readAtOnce(scope, (tx) => listLeads(tx, page));
    yield leads.map((lead) => csvLine(cellsOf(lead))).join('');
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** All leads by name as a CSV file, written page by page so that memory does not grow with the list. */
export const exportLeads = (db: Database, scope: CoachScope): Readable => Readable.from(linesOf(db, scope));
