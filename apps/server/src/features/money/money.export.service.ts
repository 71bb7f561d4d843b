import { Readable } from 'node:stream';
import type { ClientPayment } from '@stridewell/contract/money/money';
import { toMajorUnits } from '@stridewell/contract/money/money.amounts.rules';
import { PAYMENT_METHOD_LABELS } from '@stridewell/contract/money/money.invoices.rules';
import { csvLine } from '@stridewell/contract/programs/programs.csv.rules';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import { type Cursor, readCursor } from '../../platform/db/cursor.ts';
import type { Database } from '../../platform/db/database.ts';
import { listPayments } from './money.overview.service.ts';

const HEADINGS = ['Date', 'Client', 'Invoice', 'Amount', 'Refunded', 'Currency', 'Paid by', 'Status', 'Reason', 'Note'];
const STATUSES = { succeeded: 'Received', failed: 'Failed', void: 'Removed' } as const;

const cellsOf = (payment: ClientPayment) => [
  payment.paidOn,
  payment.clientName,
  payment.invoiceLabel,
  toMajorUnits(payment.amountCents, payment.currency),
  toMajorUnits(payment.refundedCents, payment.currency),
  payment.currency,
  PAYMENT_METHOD_LABELS[payment.method],
  STATUSES[payment.status],
  payment.reason,
  payment.note,
];

/** Spreadsheets need it to recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

type PaymentPage = Awaited<ReturnType<typeof listPayments>>;

async function* linesOf(db: Database, scope: CoachScope, today: string): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEADINGS);
  let after: Cursor | null = null;
  do {
    const place = { after, today };
    const page: PaymentPage = await db.readAtOnce(scope, (tx) => listPayments(tx, place));
    yield page.payments.map((payment) => csvLine(cellsOf(payment))).join('');
    after = page.nextCursor === null ? null : (readCursor(page.nextCursor) ?? null);
  } while (after !== null);
}

/** All payments as a CSV file, newest first, written page by page so that memory does not grow with the list. */
export const exportPayments = (db: Database, scope: CoachScope, today: string): Readable =>
  Readable.from(linesOf(db, scope, today));
