import { CAP_DAYS, namesText } from './flows.rules.ts';

/** Causes that start a flow of the coach. */
export const SEQUENCE_TRIGGERS = [
  'client_added',
  'client_joined',
  'program_ending',
  'renewal_due',
  'client_archived',
  'client_by_hand',
  'lead_captured',
  'lead_moved',
  'lead_by_hand',
] as const;
export type SequenceTriggerKind = (typeof SEQUENCE_TRIGGERS)[number];

/** The people in a flow: current clients, former ones, or leads. */
export type Audience = 'client' | 'former' | 'lead';
export const AUDIENCES: Readonly<Record<SequenceTriggerKind, Audience>> = {
  client_added: 'client',
  client_joined: 'client',
  program_ending: 'client',
  renewal_due: 'client',
  client_archived: 'former',
  client_by_hand: 'client',
  lead_captured: 'lead',
  lead_moved: 'lead',
  lead_by_hand: 'lead',
};

export const SEQUENCE_STEPS = ['message', 'mail', 'task', 'form', 'program', 'meal_plan', 'wait', 'condition'] as const;
export type SequenceStepKind = (typeof SEQUENCE_STEPS)[number];

/** Steps that each audience can have. Others have no conversation, no plan and no facts for a condition. */
export const STEPS_FOR: Readonly<Record<Audience, readonly SequenceStepKind[]>> = {
  client: SEQUENCE_STEPS,
  former: ['mail', 'task', 'wait'],
  lead: ['mail', 'task', 'wait'],
};

/** `workout`: logged one within the days of the condition. `replied`: wrote since the flow started with them. */
export const CONDITIONS = ['accepted', 'onboarded', 'health', 'workout', 'replied'] as const;
export type ConditionKind = (typeof CONDITIONS)[number];

/** Why a run waits although its step is due. `coach`: the coach paused it. `screen`: it asks the coach. */
export const HOLDS = ['reply', 'payment', 'invited', 'screen', 'coach'] as const;
export type Hold = (typeof HOLDS)[number];

export const STEP_OUTCOMES = ['done', 'skipped'] as const;
/** Why a step did nothing. `gone`: its form, program or meal plan can no longer be assigned. */
export const SKIP_REASONS = [
  'condition',
  'opted_out',
  'unsubscribed',
  'no_address',
  'gone',
  'full',
  'by_coach',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export const MOST_SEQUENCES = 30;
export const MOST_SEQUENCE_STEPS = 50;
export const MAIL_SUBJECT_MAX = 150;
export const TASK_TEXT_MAX = 200;
/** Days of a wait. */
export const SEQUENCE_WAIT_DAYS = { least: 0, most: 90 } as const;
/** Days before the end of a program, or before a renewal. */
export const LEAD_DAYS = { least: 1, most: 60 } as const;
export const WORKOUT_DAYS = { least: 1, most: 60 } as const;
/** Days without messages after a reply. */
export const RESUME_DAYS = { least: 1, most: 60, usual: 7 } as const;
export const TASK_DAYS = { least: 0, most: 60 } as const;
/** A person can enter the same flow again after so many days, which also bounds flows that start each other. */
export const AGAIN_DAYS = 28;
/** Flows that one person can be in at a time. */
export const MOST_OPEN_RUNS = 5;
/** A cause that is older starts nothing, such as after days without a server. */
export const CAUSE_DAYS = 14;
export const SEQUENCE_PREVIEW_DAYS = 90;
/** People that the coach can add to a flow at once. */
export const MOST_ADDED = 100;
/** Messages of one test. */
export const MOST_TESTED = 20;

/** Placeholders of a flow. A flow knows no days of silence. */
export const SEQUENCE_NAMES = ['firstName', 'coachName'] as const;
export const SEQUENCE_NAMES_TEXT = namesText(SEQUENCE_NAMES);

export const isReaching = (kind: SequenceStepKind): boolean => kind === 'message' || kind === 'mail';
export const isAssigning = (kind: SequenceStepKind): boolean => kind === 'program' || kind === 'meal_plan';

type PlacedStep = { id: string; kind: SequenceStepKind; days?: number | null; otherwise?: 'leave' | 'skip' };
/** `index`: the step with the problem; null for a problem of the whole. */
export type SequenceProblem = { index: number | null; text: string };

const KIND_NAMES: Readonly<Record<SequenceStepKind, string>> = {
  message: 'a message in the app',
  mail: 'an email',
  task: 'a task',
  form: 'a form',
  program: 'a program',
  meal_plan: 'a meal plan',
  wait: 'a wait',
  condition: 'a condition',
};
const AUDIENCE_NAMES: Readonly<Record<Audience, string>> = {
  client: 'Clients',
  former: 'Former clients',
  lead: 'Leads',
};

/** Why a flow cannot run like this; null when it can. */
export function sequenceProblem(trigger: SequenceTriggerKind, steps: readonly PlacedStep[]): SequenceProblem | null {
  if (new Set(steps.map(({ id }) => id)).size < steps.length)
    return { index: null, text: 'Each step needs its own id' };
  const audience = AUDIENCES[trigger];
  for (const [index, { kind }] of steps.entries()) {
    if (!STEPS_FOR[audience].includes(kind)) {
      return { index, text: `${AUDIENCE_NAMES[audience]} cannot get ${KIND_NAMES[kind]}. Remove this step.` };
    }
    if (kind === 'program' && trigger === 'program_ending') {
      return { index, text: 'This flow starts when a program ends, so assigning one would start it again.' };
    }
  }
  const last = steps.length - 1;
  const end = steps[last]?.kind;
  if (end === 'wait' || end === 'condition') {
    return { index: last, text: `A flow cannot end with ${KIND_NAMES[end]}. Add a step after it, or remove it.` };
  }
  return spacingProblem(steps);
}

/** Messages need the days of the cap between them, also where a condition skips a wait. */
function spacingProblem(steps: readonly PlacedStep[]): SequenceProblem | null {
  let waited = Number.POSITIVE_INFINITY;
  for (const [index, { kind, days }] of steps.entries()) {
    const before = steps[index - 1];
    const isSkippable = before?.kind === 'condition' && before.otherwise === 'skip';
    if (kind === 'wait' && !isSkippable) waited += days ?? 0;
    if (!isReaching(kind)) continue;
    if (waited < CAP_DAYS) {
      const text = `Wait at least ${CAP_DAYS} days before this step: a person gets one automatic message a week.`;
      return { index, text };
    }
    waited = 0;
  }
  return null;
}

/** The problem of a due run's next step in another version: the step to continue with; null when none is left. */
export function stepAfterEdit<Step extends { id: string }>(
  before: readonly Step[],
  after: readonly Step[],
  stepId: string,
): Step | null {
  const from = before.findIndex(({ id }) => id === stepId);
  const left = before.slice(Math.max(0, from));
  for (const { id } of left) {
    const same = after.find((step) => step.id === id);
    if (same) return same;
  }
  return null;
}
