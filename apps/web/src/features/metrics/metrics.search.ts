import {
  PERIOD_KINDS,
  type Period,
  type PeriodKind,
  periodAround,
  ROW_KINDS,
  type RowKind,
} from '@stridewell/contract/metrics/metrics.periods.rules';
import { readDay } from '../../lib/search-day.ts';

/** The period of the page, without default values: the running month in the coach's own currency. */
export type BusinessSearch = { period?: Exclude<PeriodKind, 'month'>; from?: string; to?: string; currency?: string };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const CURRENCY = /^[A-Z]{3}$/;

function readPeriod(search: Record<string, unknown>): BusinessSearch {
  const kind = PERIOD_KINDS.find((name) => name === search.period) ?? 'month';
  const [from, to] = [readDay(search.from), readDay(search.to)];
  if (kind === 'custom') return from && to && from <= to ? { period: kind, from, to } : {};
  const first = from ? { from: periodAround(kind, from).from } : {};
  return kind === 'month' ? first : { ...first, period: kind };
}

/** Reads untrusted search parameters and drops invalid ones. */
export function readBusinessSearch(search: Record<string, unknown>): BusinessSearch {
  const { currency } = search;
  return { ...readPeriod(search), ...(typeof currency === 'string' && CURRENCY.test(currency) && { currency }) };
}

/** The days that a search names. */
export function periodOf({ period, from, to }: BusinessSearch, today: string): Period {
  if (period === 'custom') return { from: from ?? today, to: to ?? today };
  return periodAround(period ?? 'month', from ?? today);
}

/** The rows behind a figure. */
export type RowsSearch = { kind: RowKind; from: string; to: string; currency: string; client?: string };

/** Reads untrusted search parameters. Null when they name no period. */
export function readRowsSearch(search: Record<string, unknown>): RowsSearch | null {
  const [from, to] = [readDay(search.from), readDay(search.to)];
  const { currency } = search;
  if (!from || !to || from > to || typeof currency !== 'string' || !CURRENCY.test(currency)) return null;
  const client = typeof search.client === 'string' && UUID.test(search.client) ? search.client : null;
  return {
    kind: ROW_KINDS.find((name) => name === search.kind) ?? 'all',
    from,
    to,
    currency,
    ...(client && { client }),
  };
}
