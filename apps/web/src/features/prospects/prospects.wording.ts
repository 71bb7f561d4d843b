import type { Prospect, ProspectEvent } from '@stridewell/contract/prospects/prospects';
import {
  PROSPECT_BOUNDS,
  PROSPECT_LOST_LABELS,
  PROSPECT_STAGE_LABELS,
} from '@stridewell/contract/prospects/prospects.rules';
import { numberText } from '../../lib/format.ts';

/** The size of a column, which is not counted to the end. */
export const countText = (count: number): string =>
  count < PROSPECT_BOUNDS.counted ? numberText(count) : `${numberText(PROSPECT_BOUNDS.counted)}+`;

/** A change of the stage or a note, in a few words. */
export function eventText({ kind, from, to, lostReason, author }: ProspectEvent): string {
  if (kind === 'note') return `Note by ${author ?? 'an operator'}`;
  const reason = lostReason ? `: ${PROSPECT_LOST_LABELS[lostReason].toLowerCase()}` : '';
  const way = `from ${from ? PROSPECT_STAGE_LABELS[from] : 'nowhere'} to ${to ? PROSPECT_STAGE_LABELS[to] : 'nowhere'}`;
  return author === null ? `Moved ${way} automatically` : `Moved ${way} by ${author}${reason}`;
}

/** Whether the next step of a prospect lies in the past. */
export const isLate = ({ nextStepOn }: Pick<Prospect, 'nextStepOn'>, today: string): boolean =>
  nextStepOn !== null && nextStepOn < today;
