/** The order of the parts of a day in the files of banks and other apps. */
export type DayOrder = 'ymd' | 'dmy' | 'mdy';

export const DAY_ORDER_LABELS: Record<DayOrder, string> = {
  dmy: 'Day, month, year',
  mdy: 'Month, day, year',
  ymd: 'Year, month, day',
};

const PARTS = /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})(?:[T ].*)?$/;

/** The order that fits every day of a column; null when both of two fit. */
export function dayOrderOf(days: readonly string[]): DayOrder | null {
  const parts = days.flatMap((text) => {
    const match = PARTS.exec(text.trim());
    return match ? [match.slice(1).map(Number)] : [];
  });
  if (parts.some(([first = 0]) => first > 31)) return 'ymd';
  if (parts.some(([first = 0]) => first > 12)) return 'dmy';
  if (parts.some(([, second = 0]) => second > 12)) return 'mdy';
  // Points stand between the parts of a day only where the day comes first.
  if (days.length > 0 && days.every((text) => /^\d{1,2}\.\d{1,2}\./.test(text.trim()))) return 'dmy';
  return parts.length === 0 ? 'ymd' : null;
}

/** A day as `YYYY-MM-DD`; null for anything that is no day. Two digits are a year of this century. */
export function readFileDay(text: string, order: DayOrder): string | null {
  const plain = text.trim().replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  const [, first = '', second = '', third = ''] = PARTS.exec(plain) ?? [];
  if (first === '') return null;
  const isIso = first.length === 4;
  const [year, month, date] =
    order === 'ymd' || isIso
      ? [first, second, third]
      : order === 'dmy'
        ? [third, second, first]
        : [third, first, second];
  const full = year.length <= 2 ? `20${year.padStart(2, '0')}` : year;
  const day = `${full}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) && day >= '1900-01-01' ? day : null;
}
