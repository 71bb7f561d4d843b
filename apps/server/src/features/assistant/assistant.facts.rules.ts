import type { Fact, FactSeries } from '@stridewell/contract/assistant/assistant';
import { SMALLEST_COUNT, type ToolPeriod } from '@stridewell/contract/assistant/assistant.tools';
import { lastOfMonth } from '@stridewell/contract/metrics/metrics.periods.rules';
import { amountLabel } from '@stridewell/contract/money/money.amounts.rules';
import { dateText, startOfDay } from '@stridewell/contract/time';
import { type UnitSystem, weightForDisplay, weightUnit } from '@stridewell/contract/units';

export type Client = { clientId: string; name: string };
/** A piece of a sentence. Figures, clients and times come from facts, and words contain no digit. */
export type Part = string | Fact | { client: Client } | { period: ToolPeriod };
/** Result of a tool: facts, and the sentences of the built-in rules about them. */
export type Found = { facts: Fact[]; parts: Part[]; series: FactSeries | null };

type Source = {
  label: string;
  link: string;
  period?: ToolPeriod | undefined;
  n?: number | undefined;
  client?: Client | undefined;
};

const numberText = (value: number): string => new Intl.NumberFormat('en-US').format(value);
const NONE = 'none yet';

const toFact = (
  { label, link, period, n, client }: Source,
  made: Pick<Fact, 'value' | 'unit' | 'shown'> & { currency?: string },
): Fact => ({
  label,
  value: made.value,
  unit: made.unit,
  currency: made.currency ?? null,
  period: period ?? null,
  n: n ?? null,
  client: client ?? null,
  link,
  shown: made.shown,
});

export const countFact = (value: number, source: Source): Fact =>
  toFact(source, { value, unit: 'count', shown: numberText(value) });

/** A count for operators: a small one has no value. */
export const suppressedCount = (value: number, source: Source): Fact =>
  value < SMALLEST_COUNT
    ? toFact(source, { value: null, unit: 'count', shown: `fewer than ${SMALLEST_COUNT}` })
    : countFact(value, source);

export const moneyFact = (cents: number, currency: string, source: Source): Fact =>
  toFact(source, { value: cents, unit: 'money', currency, shown: amountLabel(cents, currency) });

export const percentFact = (value: number | null, source: Source): Fact =>
  toFact(source, { value, unit: 'percent', shown: value === null ? NONE : `${numberText(value)}%` });

export const scoreFact = (value: number | null, source: Source): Fact =>
  toFact(source, { value, unit: 'score', shown: value === null ? NONE : numberText(value) });

export const dayText = (day: string): string =>
  dateText(startOfDay(day, 'UTC'), 'UTC', { month: 'short', day: 'numeric', year: 'numeric' });

export const dayFact = (day: string | null, source: Source): Fact =>
  toFact(source, { value: day, unit: 'day', shown: day === null ? NONE : dayText(day) });

export const textFact = (value: string | null, source: Source): Fact =>
  toFact(source, { value, unit: 'text', shown: value ?? NONE });

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** A wait in its two largest fitting units, such as `2 h 10 min`. */
function durationText(seconds: number): string {
  if (seconds < MINUTE) return `${Math.round(seconds)} s`;
  if (seconds < HOUR) return `${Math.round(seconds / MINUTE)} min`;
  if (seconds < 2 * DAY) {
    const minutes = Math.round(seconds / MINUTE);
    const rest = minutes % MINUTE;
    return rest === 0 ? `${Math.floor(minutes / MINUTE)} h` : `${Math.floor(minutes / MINUTE)} h ${rest} min`;
  }
  return `${(seconds / DAY).toFixed(1)} days`;
}

export const secondsFact = (value: number | null, source: Source): Fact =>
  toFact(source, { value, unit: 'seconds', shown: value === null ? NONE : durationText(value) });

export const weightFact = (kg: number | null, units: UnitSystem, source: Source): Fact =>
  toFact(source, {
    value: kg,
    unit: 'kg',
    shown: kg === null ? NONE : `${numberText(Math.round(weightForDisplay(kg, units) * 10) / 10)} ${weightUnit(units)}`,
  });

/** A time in words: a month, a year, a day, or from a day to another. */
export function periodText({ from, to }: ToolPeriod): string {
  if (from === to) return `on ${dayText(from)}`;
  const month = dateText(startOfDay(from, 'UTC'), 'UTC', { month: 'long', year: 'numeric' });
  if (from.endsWith('-01') && to === lastOfMonth(from)) return `in ${month}`;
  if (from.endsWith('-01-01') && to === `${from.slice(0, 4)}-12-31`) return `in ${from.slice(0, 4)}`;
  return `from ${dayText(from)} to ${dayText(to)}`;
}

const isFact = (part: Part): part is Fact => typeof part === 'object' && 'shown' in part;

/** Prints sentences. */
export const textOf = (parts: readonly Part[]): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if (isFact(part)) return part.shown;
      return 'client' in part ? part.client.name : periodText(part.period);
    })
    .join('');

/** Sentences with facts in them. */
export function say(words: readonly string[], ...slots: readonly (Part | readonly Part[])[]): Part[] {
  return words.flatMap((text, index) => {
    const slot = slots[index];
    if (slot === undefined) return [text];
    return [text, ...(Array.isArray(slot) ? (slot as Part[]) : [slot as Part])];
  });
}

/** An answer of sentences. `more`: facts that stand below the sentences alone. */
export const found = (
  parts: Part[],
  { more = [], series = null }: { more?: readonly Fact[]; series?: FactSeries | null } = {},
): Found => ({
  parts,
  series,
  facts: [...new Set([...parts.filter(isFact), ...more])],
});

/** The word for so many things. */
export const noun = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many);

/** Names with their figures, after a comma each. */
export const listed = (facts: readonly Fact[], most = 5): Part[] =>
  facts.slice(0, most).flatMap((fact, index): Part[] => {
    const lead = index === 0 ? [] : [', '];
    return fact.client ? [...lead, { client: fact.client }, ' (', fact, ')'] : [...lead, fact];
  });

/** Names alone. */
export const names = (clients: readonly Client[], most = 10): Part[] =>
  clients.slice(0, most).flatMap((client, index): Part[] => (index === 0 ? [{ client }] : [', ', { client }]));
