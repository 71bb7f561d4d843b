import type { Flow, FlowRun, FlowStep, FlowTrigger } from '@stridewell/contract/flows/flows';
import {
  EVIDENCE_LEAST,
  OUTCOME_DAYS,
  type Outcome,
  type Silence,
  type StopReason,
} from '@stridewell/contract/flows/flows.rules';
import { countLabel, listText, momentLabel, numberText } from '../../lib/format.ts';

export const SILENCE_LABELS: Readonly<Record<Silence, string>> = {
  activity: 'No activity at all',
  visit: 'No visit to the app',
  workout: 'No workout',
  checkIn: 'No check-in',
  message: 'No message from them',
};

const SILENT_FOR: Readonly<Record<Silence, string>> = {
  activity: 'without any activity',
  visit: 'without a visit to the app',
  workout: 'without a workout',
  checkIn: 'without a check-in',
  message: 'without a message from them',
};

export const STOP_TEXTS: Readonly<Record<StopReason, string>> = {
  came_back: 'Stopped: they were active again',
  condition: 'Stopped: a condition was not met',
  turned_off: 'Stopped: the rule was turned off',
  changed: 'Stopped: the step was removed from the rule',
  plan: 'Stopped: not included in your plan',
  paused: 'Stopped: the coaching is paused',
  ended: 'Stopped: the coaching has ended',
  not_covered: 'Stopped: not covered by your plan',
  opted_out: 'Stopped: they turned automatic messages off',
  objected: 'Stopped: they objected to the estimate of their engagement',
  payment: 'Stopped: a payment is overdue or failed',
  unread: 'Stopped: they wrote to you, and you have not read it',
  removed: 'Left: you removed them',
  unsubscribed: 'Left: they stopped automatic emails',
  became_client: 'Left: they became your client',
  lost: 'Left: the lead is won or lost',
};

export const OUTCOME_TEXTS: Readonly<Record<Outcome, string>> = {
  back: `Back within ${OUTCOME_DAYS} days`,
  not_back: `Not back within ${OUTCOME_DAYS} days`,
  left: 'Left',
  unknown: 'Not counted',
};

export const silenceText = ({ of, days }: FlowTrigger): string => `${countLabel(days, 'day')} ${SILENT_FOR[of]}`;

function stepText(step: FlowStep): string {
  if (step.kind === 'message') return 'a message';
  if (step.kind === 'wait') return `${countLabel(step.days, 'day')} of waiting`;
  return `only after ${silenceText(step)}`;
}

/** A rule in one sentence. */
export const ruleText = ({ trigger, steps }: Pick<Flow, 'trigger' | 'steps'>): string =>
  `After ${silenceText(trigger)}: ${steps.map(stepText).join(', then ')}.`;

/** Whether the counts of a rule say anything. */
export function evidenceText({ reached, heldOut, holdOut }: Pick<Flow, 'reached' | 'heldOut' | 'holdOut'>): string {
  if (reached.known + heldOut.known < EVIDENCE_LEAST) {
    return `No evidence yet: fewer than ${EVIDENCE_LEAST} clients have an outcome.`;
  }
  return holdOut === 0
    ? 'Some of them would have come back anyway. Only a comparison group shows how many.'
    : 'Compare the two shares. With few clients, the difference may be chance.';
}

export const shareText = ({ known, back }: Flow['reached']): string =>
  known === 0 ? '–' : `${numberText(back)} of ${numberText(known)}`;

/** The run of a rule with a client, in one line. */
export function runText({ state, stopped, dueAt, sentAt }: FlowRun, timeZone: string): string {
  if (state === 'held_out') return 'Gets no message, for comparison';
  const sent = sentAt.map((at) => momentLabel(at, timeZone));
  const parts = [
    ...(sent.length > 0 ? [`Sent ${listText(sent)}`] : []),
    ...(dueAt ? [`Next step ${momentLabel(dueAt, timeZone)}`] : []),
    ...(stopped ? [STOP_TEXTS[stopped]] : []),
  ];
  return parts.join('. ');
}
