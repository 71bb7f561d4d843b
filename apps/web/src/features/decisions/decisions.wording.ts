import type { DecisionQueue, PreparedDecision } from '@stridewell/contract/decisions/decisions';
import { countLabel, kcalText } from '../../lib/format.ts';

export const APPROVE_TEXTS: Readonly<Record<PreparedDecision['proposal']['type'], string>> = {
  message: 'Send message',
  adjustment: 'Approve change',
  target: 'Set target',
  pause: 'Pause payments',
  task: 'Complete task',
};

const DONE_TEXTS: Readonly<Record<PreparedDecision['proposal']['type'], string>> = {
  message: 'Message is on its way',
  adjustment: 'Change approved',
  target: 'Target set',
  pause: 'Payments paused',
  task: 'Task completed',
};

/** Shown beside a subscription that can be paused. */
export const PAUSE_EFFECT =
  'Nothing is due until you resume the subscription on the Money page. The client gets no message about it.';

export function targetText({ fromKcal, toKcal }: { fromKcal: number | null; toKcal: number }): string {
  return fromKcal === null ? `${kcalText(toKcal)} a day` : `${kcalText(fromKcal)} to ${kcalText(toKcal)} a day`;
}

/** The title of the toast that offers undo. */
export function settledText({ clientName, proposal }: PreparedDecision, isApproved: boolean): string {
  return isApproved ? `${DONE_TEXTS[proposal.type]}: ${clientName}` : `Skipped: ${clientName}`;
}

export function effortText({ count, seconds }: DecisionQueue['settled']): string | null {
  if (count === 0) return null;
  const minutes = Math.max(1, Math.round(seconds / 60));
  return `${countLabel(count, 'decision')} in the last seven days, ${countLabel(minutes, 'minute')} of your time.`;
}
