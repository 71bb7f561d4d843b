import { countLabel } from '@stridewell/contract/programs/programs.wording.rules';
import { addDays, dayLabel } from '@stridewell/contract/time';
import type { ExpenditureEstimate, LogGap, UsedDays } from './targets.expenditure.rules.ts';

/** Least data for a proposal: days [science C], days with a complete log and weigh-ins among them [K]. */
const LEAST_DATA = { days: 21, completeDays: 14, weighIns: 8 } as const;
const LEAST_TEXT = `${LEAST_DATA.days} days, ${LEAST_DATA.completeDays} of them with a complete log, and ${LEAST_DATA.weighIns} weigh-ins`;

type Used = ExpenditureEstimate['used'];

const completeOf = ({ complete, fasted }: Used): number => complete + fasted;

export const isTooFew = (used: Used): boolean =>
  used.days < LEAST_DATA.days || completeOf(used) < LEAST_DATA.completeDays || used.weighIns < LEAST_DATA.weighIns;

/** The first day that an estimate uses. */
const sinceOf = ({ day, used }: Pick<ExpenditureEstimate, 'day' | 'used'>): string =>
  addDays(day, 1 - used.days - used.leftOut);

function usedText(used: Used, since: string, today: string): string {
  const complete = `${completeOf(used)} of them complete`;
  const count = `${countLabel(used.days, 'day')}, ${complete}, and ${countLabel(used.weighIns, 'weigh-in')}`;
  const leftOut = used.leftOut > 0 ? ' The first days of the diet are left out.' : '';
  return `Since ${dayLabel(since, today)} there ${used.days === 1 ? 'is' : 'are'} ${count}.${leftOut}`;
}

const gapText = ({ from, to }: LogGap, today: string): string =>
  `No day from ${dayLabel(from, today)} to ${dayLabel(to, today)} has a complete log`;

/** Why an estimate has too few days for a proposal, with those it used; null for enough. */
export function tooFewText(estimate: Pick<ExpenditureEstimate, 'day' | 'used' | 'gap'>, today: string): string | null {
  const { used, gap } = estimate;
  if (!isTooFew(used)) return null;
  const restart = gap ? `${gapText(gap, today)}, so the estimate started again after it. ` : '';
  return `${restart}${usedText(used, sinceOf(estimate), today)} A proposal needs ${LEAST_TEXT}.`;
}

/** Why there is no estimate in a gap of the log that has not ended. */
export const openGapText = ({ from }: LogGap, today: string): string =>
  `No day since ${dayLabel(from, today)} has a complete log, so there is no estimate now and the target stays. After the gap, a proposal needs ${LEAST_TEXT}.`;

/** The consequence of a gap of weeks for the target, in words for the client; null without one or with enough days. */
export function ownGapText({ gap, since, used }: UsedDays, today: string): string | null {
  if (!gap || (since !== null && !isTooFew(used))) return null;
  const needs = `That needs ${LEAST_TEXT}. Your target stays as it is.`;
  if (since === null) {
    return `No day since ${dayLabel(gap.from, today)} has a complete log, so your expenditure cannot be estimated now. ${needs}`;
  }
  return `${gapText(gap, today)}. ${usedText(used, since, today)} These are too few to estimate your expenditure. ${needs}`;
}
