import { PLANS, type Plan } from '@stridewell/contract/billing/billing.rules';
import type { ClientSelection, ClientSummary } from '@stridewell/contract/clients/clients';
import { STANDING_LABELS } from '@stridewell/contract/clients/clients.figures.rules';
import { formatListCursor, parseListCursor, USUAL_ORDER } from '@stridewell/contract/clients/clients.rules';
import { csvLine } from '@stridewell/contract/programs/programs.csv.rules';
import { workoutPercent } from '@stridewell/contract/workouts/workouts.adherence.rules';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Seats } from '../billing/billing.service.ts';
import { findSeats, selectClientPage } from './clients.list.data.ts';
import { type Today, toClientSummary } from './clients.service.ts';

export type ClientListPage = { clients: ClientSummary[]; nextCursor: string | null };
type PageOptions = ClientSelection & { cursor?: string | undefined; limit: number };

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const isDate = (text: string) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

/** Whether a cursor fits the sort order. The database would fail on a malformed one. */
export function isCursorOf(sort: ClientSelection['sort'], cursor: string): boolean {
  const { key } = parseListCursor(cursor);
  if (sort === 'last_check_in') return key === '-infinity' || (DAY.test(key) && isDate(key));
  if (sort === 'workouts') return /^(?:-1|\d{1,3})$/.test(key);
  if (sort === 'newest') return INSTANT.test(key) && isDate(key);
  return true;
}

async function listRows(tx: Tx<CoachScope>, options: PageOptions, today: Today) {
  const { status, sort, order = USUAL_ORDER[sort], q, planStatus, engagement, limit, cursor } = options;
  const rows = await selectClientPage(tx, {
    q,
    sort,
    order,
    planStatus,
    engagement,
    filter: status,
    after: cursor === undefined ? undefined : parseListCursor(cursor),
    // One extra row shows whether there is another page.
    limit: limit + 1,
    ...today,
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    shown,
    nextCursor: last && rows.length > limit ? formatListCursor({ key: last.key, id: last.clientId }) : null,
  };
}

export async function listClients(
  tx: Tx<CoachScope>,
  options: PageOptions,
  today: Today & { plan: Plan },
): Promise<ClientListPage & { seats: Seats }> {
  const cap = PLANS[today.plan].clientCap;
  const [{ shown, nextCursor }, { used, covered }] = await Promise.all([
    listRows(tx, options, today),
    findSeats(tx, cap),
  ]);
  const isCovered = (clientId: string) => covered === null || covered.includes(clientId);
  const clients = shown.map((row) => toClientSummary(row, isCovered(row.clientId), today));
  return { clients, nextCursor, seats: { used, cap } };
}

const HEADINGS = [
  'Name',
  'Email',
  'Coaching',
  'Status',
  'Goal',
  'Client since',
  'Last check-in',
  'Weight (kg)',
  'Weight change since the start (kg)',
  '4-week change (kg)',
  'Weekly rate (kg)',
  'Workouts done',
  'Workouts due',
  'Workouts done (%)',
  'Plan followed, self-reported (%)',
  'Missed check-ins',
  'Client Health Score',
  'Client Health Score label',
];

const cellsOf = (client: ClientSummary) => [
  client.fullName,
  client.email,
  client.status,
  client.standing && STANDING_LABELS[client.standing],
  client.goal,
  client.clientSince,
  client.lastCheckInDay,
  client.weight?.weightKg ?? null,
  client.weight?.changeKg ?? null,
  client.weight?.fourWeeks?.changeKg ?? null,
  client.weight?.fourWeeks?.kgPerWeek ?? null,
  client.workouts.done,
  client.workouts.due,
  workoutPercent(client.workouts),
  client.planFollowed,
  client.checkIn?.missed ?? 0,
  client.engagement?.score ?? null,
  client.engagement?.label ?? null,
];

/** Spreadsheets need it to recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
const EXPORT_PAGE = 500;

/** The selected clients as a CSV file, page by page, so that memory does not grow with the list. */
export async function* exportClients(
  db: Database,
  scope: CoachScope,
  selection: ClientSelection,
  today: Today,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEADINGS);
  let cursor: string | undefined;
  do {
    const options = { ...selection, limit: EXPORT_PAGE, cursor };
    const { shown, nextCursor } = await db.readAtOnce(scope, (tx) => listRows(tx, options, today));
    // The file has no column for seats, so every client counts as covered.
    yield shown.map((row) => csvLine(cellsOf(toClientSummary(row, true, today)))).join('');
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}
