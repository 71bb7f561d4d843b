import { fillText, type PlaceholderValues, type StopReason } from '@stridewell/contract/flows/flows.rules';
import type { SequenceRun, SequenceStep, SequenceTrigger } from '@stridewell/contract/flows/flows.sequences';
import {
  AUDIENCES,
  type Audience,
  type ConditionKind,
  type Hold,
  type SequenceStepKind,
  type SequenceTriggerKind,
  type SkipReason,
} from '@stridewell/contract/flows/flows.sequences.rules';
import { LEAD_STATUS_LABELS } from '@stridewell/contract/pipeline/pipeline.rules';
import { countLabel, hourLabel, momentLabel, numberText } from '../../lib/format.ts';
import { STOP_TEXTS } from './flows.wording.ts';

export const TRIGGER_LABELS: Readonly<Record<SequenceTriggerKind, string>> = {
  client_joined: 'A client accepts your invitation',
  client_added: 'You invite a client',
  program_ending: 'A program ends soon',
  renewal_due: 'A package ends soon',
  client_archived: 'You archive a client',
  client_by_hand: 'You add clients yourself',
  lead_captured: 'A lead fills in your form or books',
  lead_moved: 'A lead gets a status',
  lead_by_hand: 'You add leads yourself',
};

export function triggerText(trigger: SequenceTrigger): string {
  switch (trigger.on) {
    case 'program_ending':
      return `Starts ${countLabel(trigger.days, 'day')} before a program ends`;
    case 'renewal_due':
      return `Starts ${countLabel(trigger.days, 'day')} before a package ends`;
    case 'lead_moved':
      return `Starts when a lead becomes ${LEAD_STATUS_LABELS[trigger.status]}`;
    case 'client_joined':
      return 'Starts when a client accepts your invitation';
    case 'client_added':
      return 'Starts when you invite a client';
    case 'client_archived':
      return 'Starts when you archive a client';
    case 'lead_captured':
      return 'Starts when a lead fills in your form or books';
    case 'client_by_hand':
      return 'Starts with the clients that you add';
    case 'lead_by_hand':
      return 'Starts with the leads that you add';
  }
}

export const AUDIENCE_NAMES: Readonly<Record<Audience, string>> = {
  client: 'clients',
  former: 'former clients',
  lead: 'leads',
};
export const audienceOf = (trigger: Pick<SequenceTrigger, 'on'>): Audience => AUDIENCES[trigger.on];

export const STEP_LABELS: Readonly<Record<SequenceStepKind, string>> = {
  message: 'Message in the app',
  mail: 'Email',
  task: 'Task for you',
  form: 'Check-in form',
  program: 'Program',
  meal_plan: 'Meal plan',
  wait: 'Wait',
  condition: 'Condition',
};

export const CONDITION_LABELS: Readonly<Record<ConditionKind, string>> = {
  accepted: 'has accepted the invitation',
  onboarded: 'has finished the onboarding',
  health: 'has answered the health questions',
  workout: 'has logged a workout',
  replied: 'has written since the flow started',
};

export const HOLD_TEXTS: Readonly<Record<Hold, string>> = {
  reply: 'Messages paused after their reply',
  payment: 'Messages wait for an overdue payment',
  invited: 'Waits until they accept the invitation',
  screen: 'Waits for you: look at the health questions',
  coach: 'Paused by you',
};

export const SKIP_TEXTS: Readonly<Record<SkipReason, string>> = {
  condition: 'skipped by the condition',
  opted_out: 'skipped, they turned automatic messages off',
  unsubscribed: 'skipped, they stopped automatic emails',
  no_address: 'skipped, no email address',
  gone: 'skipped, it can no longer be assigned',
  full: 'skipped, no more can be added',
  by_coach: 'skipped by you',
};

const LEFT_TEXTS: Partial<Readonly<Record<StopReason, string>>> = {
  came_back: 'Left: they are your client again',
  condition: 'Left: the condition did not hold',
  turned_off: 'Left: the flow was turned off',
  plan: 'Left: not included in your plan',
  paused: 'Left: the coaching is paused',
  ended: 'Left: the coaching has ended',
  not_covered: 'Left: not covered by your plan',
};

export const leftText = (reason: StopReason): string => LEFT_TEXTS[reason] ?? STOP_TEXTS[reason];

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export const WEEKDAY_CHOICES = WEEKDAYS.map((label, index) => ({ value: String(index + 1), label }));

export function waitText({
  days,
  weekday,
  hour,
}: Pick<Extract<SequenceStep, { kind: 'wait' }>, 'days' | 'weekday' | 'hour'>): string {
  const parts = [
    ...(days > 0 ? [countLabel(days, 'day')] : []),
    ...(weekday !== null ? [`until ${WEEKDAYS[weekday - 1]}`] : []),
    ...(hour !== null ? [weekday === null ? `until ${hourLabel(hour)}` : `at ${hourLabel(hour)}`] : []),
  ];
  return `Wait ${parts.join(', ')}`;
}

/** A step in a few words. `names` fill in its placeholders; without them, they stay. */
export function stepText(step: SequenceStep, names: Partial<PlaceholderValues> = {}): string {
  switch (step.kind) {
    case 'message':
      return `Message: ${fillText(step.text, names)}`;
    case 'mail':
      return `Email: ${fillText(step.subject, names)}`;
    case 'task':
      return `Task: ${step.text}`;
    case 'wait':
      return waitText(step);
    case 'condition': {
      const within = step.days === null ? '' : ` in the last ${countLabel(step.days, 'day')}`;
      const label = CONDITION_LABELS[step.of];
      const holds = `${step.is ? label : label.replace(/^has /u, 'has not ')}${within}`;
      return `Continue if the client ${holds}, else ${step.otherwise === 'leave' ? 'leave' : 'skip the next step'}`;
    }
    default:
      return STEP_LABELS[step.kind];
  }
}

/** Where a person is in a flow, in one line. */
export function placeText(
  { state, step, steps, stepKind, held, stopped, dueAt, endedAt }: SequenceRun,
  timeZone: string,
): string {
  if (state === 'done') return `Finished ${endedAt ? momentLabel(endedAt, timeZone) : ''}`.trim();
  if (stopped) return leftText(stopped);
  const place =
    step === null ? '' : `Step ${step} of ${steps}${stepKind ? `, ${STEP_LABELS[stepKind].toLowerCase()}` : ''}`;
  if (held === 'reply' && dueAt) {
    return `${place}. ${HOLD_TEXTS.reply} until ${momentLabel(dueAt, timeZone)}, and until you have read it`;
  }
  if (held) return `${place}. ${HOLD_TEXTS[held]}`;
  return dueAt ? `${place}. Next ${momentLabel(dueAt, timeZone)}` : place;
}

/** Like `1 person` or `4 people`. */
export const peopleText = (count: number): string => (count === 1 ? '1 person' : `${numberText(count)} people`);

export const personPath = (
  coachId: string,
  { audience, personId }: Pick<SequenceRun, 'audience' | 'personId'>,
): string => (audience === 'lead' ? `/coach/${coachId}/pipeline/${personId}` : `/coach/${coachId}/client/${personId}`);
