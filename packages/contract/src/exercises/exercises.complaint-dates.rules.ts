import { addDays, daysBetween } from '../time.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const;
const MONTH =
  /\b(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?,?\s*((?:19|20)\d\d)?/i;
const DAYS_OF = { day: 1, week: 7, month: 30, year: 365 } as const;
const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  'a few': 3,
  'a couple of': 2,
  several: 4,
};
const AMOUNT = String.raw`(\d+(?:[.,]\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|a few|a couple of|several)`;
const AGO = new RegExp(
  String.raw`\b${AMOUNT}[ -]?(day|week|month|year)s?\b(?= (?:ago|back|post|since|after|pp)\b|[ -]post)`,
  'i',
);
const LAST = /\b(?:last|this|next|past)\s+(day|week|month|year|spring|summer|fall|autumn|winter)\b/i;
const YEAR = /\b((?:19|20)\d\d)\b/;
const SOON = /\b(?:upcoming|scheduled|planned|will have|next (?:week|month|year))\b/i;
const JUST = /\b(?:just|recent|recently|yesterday|today)\b/i;
const LONG_AGO =
  /\b(?:as a (?:child|kid|teen(?:ager)?)|in (?:high school|college|childhood)|years ago|decades? ago|long ago)\b/i;

const pad = (value: number): string => String(value).padStart(2, '0');

const LONGEST_MONTH = 31;

/** Days since a named month at the least, that is since its end; without a year, since its last time. */
function daysSinceMonth(name: string, year: string | undefined, today: string): number {
  const month = pad(MONTHS.findIndex((one) => name.toLowerCase().startsWith(one)) + 1);
  const thisYear = Number(today.slice(0, 4));
  const start = `${year ?? thisYear}-${month}-01`;
  const day = year === undefined && start > today ? `${thisYear - 1}-${month}-01` : start;
  return Math.max(0, daysBetween(day, today) - LONGEST_MONTH);
}

/**
 * Days since what a sentence tells about, at the least; zero when it is still to come and null when it says no time.
 * @param today as a day
 */
export function ageOfEvent(sentence: string, today: string): number | null {
  if (SOON.test(sentence)) return 0;
  const ago = AGO.exec(sentence);
  if (ago?.[1] && ago[2]) {
    const count = NUMBERS[ago[1].toLowerCase()] ?? Number(ago[1].replace(',', '.'));
    return Math.round(count * DAYS_OF[ago[2].toLowerCase() as keyof typeof DAYS_OF]);
  }
  const month = MONTH.exec(sentence);
  if (month?.[1] && !/^may$/.test(month[1])) return daysSinceMonth(month[1], month[2], today);
  const year = YEAR.exec(sentence)?.[1];
  // The end of the year is the latest that it can have been.
  if (year) return Math.max(0, daysBetween(`${year}-12-31` > today ? today : `${year}-12-31`, today));
  if (LONG_AGO.test(sentence)) return daysBetween(addDays(today, -3650), today);
  if (LAST.test(sentence) || JUST.test(sentence)) return 0;
  return null;
}
