import type { QuietHours } from '../quiet-hours.rules.ts';

/**
 * Kinds of flows. Each says who enters it, and which plan it needs: re-engagement needs `retention_tracking`, sequences of
 * the coach need `flows`.
 */
export const FLOW_KINDS = ['reengagement', 'sequence'] as const;

/** Silence that a rule looks at. `activity` is a visit or any act of the client. */
export const SILENCES = ['activity', 'visit', 'workout', 'checkIn', 'message'] as const;
export type Silence = (typeof SILENCES)[number];

export const STEP_KINDS = ['message', 'wait', 'condition'] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** `held_out`: the client gets nothing, so that the coach can compare. */
export const RUN_STATES = ['open', 'done', 'stopped', 'held_out'] as const;

/** Why a run ended before its last step. */
export const STOP_REASONS = [
  'came_back',
  'condition',
  'turned_off',
  'changed',
  'plan',
  'paused',
  'ended',
  'not_covered',
  'opted_out',
  'objected',
  'payment',
  'unread',
  'removed',
  'unsubscribed',
  'became_client',
  'lost',
] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** The outcome of a client within `OUTCOME_DAYS`. `unknown`: they objected to being counted. */
export const OUTCOMES = ['back', 'not_back', 'left', 'unknown'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const MOST_FLOWS = 20;
export const MOST_STEPS = 9;
export const FLOW_TEXT_MAX = 2000;
/** So that a text stays short enough with the longest names filled in. */
const MOST_PLACEHOLDERS = 20;
export const SILENT_DAYS = { least: 2, most: 90 } as const;
export const WAIT_DAYS = { least: 1, most: 60 } as const;
/** A client gets at most one automatic message in so many days, over all flows. The database holds this. */
export const CAP_DAYS = 7;
export const OUTCOME_DAYS = 14;
/** Outcomes under so many are no evidence. */
export const EVIDENCE_LEAST = 50;
/** Percent of clients who are held out, where the coach wants a comparison. */
export const HOLD_OUT = { least: 10, most: 20 } as const;
/** Weeks that the preview looks back. */
export const PREVIEW_WEEKS = 8;
export const RUN_PAGE = 30;

/** Hours of the client's day between which nothing is sent. A coach can make the night longer, never shorter. */
export const QUIET_HOURS: QuietHours = { from: 21, until: 8 };
/** The earliest `from` and the latest `until`. */
export const WIDEST_QUIET: QuietHours = { from: 12, until: 11 };

/** Words in braces that are replaced for each client, in any case and with or without a space. */
const PLACEHOLDERS = { firstname: 'firstName', coachname: 'coachName', days: 'days' } as const;
export type PlaceholderValues = Record<(typeof PLACEHOLDERS)[keyof typeof PLACEHOLDERS], string>;

const IN_BRACES = /\{([^{}]*)\}/gu;
const keyOf = (typed: string) => typed.replace(/\s/gu, '').toLowerCase();
const isPlaceholder = (key: string): key is keyof typeof PLACEHOLDERS => Object.hasOwn(PLACEHOLDERS, key);

export type PlaceholderName = keyof PlaceholderValues;
const ALL_NAMES = Object.values(PLACEHOLDERS);

/** Placeholders for people, like `{firstName} or {coachName}`. */
export const namesText = (names: readonly PlaceholderName[]): string =>
  names
    .map((name) => `{${name}}`)
    .join(', ')
    .replace(/, (?=[^,]*$)/u, ' or ');

/** Why a text cannot be sent; null for a correct one. */
export function textProblem(text: string, names: readonly PlaceholderName[] = ALL_NAMES): string | null {
  const known = `Use ${namesText(names)}.`;
  const typed = [...text.matchAll(IN_BRACES)];
  const unknown = typed.find(([, name = '']) => {
    const key = keyOf(name);
    return !isPlaceholder(key) || !names.includes(PLACEHOLDERS[key]);
  });
  if (unknown) return `${unknown[0]} is not a placeholder. ${known}`;
  if (/[{}]/u.test(text.replace(IN_BRACES, ''))) return `A brace is open. ${known}`;
  return typed.length > MOST_PLACEHOLDERS ? `Please use at most ${MOST_PLACEHOLDERS} placeholders` : null;
}

/** Fills in a text once, so that braces within a name stay as they are. */
export const fillText = (text: string, values: Partial<PlaceholderValues>): string =>
  text.replace(IN_BRACES, (typed, name: string) => {
    const key = keyOf(name);
    return isPlaceholder(key) ? (values[PLACEHOLDERS[key]] ?? typed) : typed;
  });

export const firstNameOf = (fullName: string): string => fullName.trim().split(/\s+/u)[0] ?? '';

type PlacedStep = { id: string; kind: StepKind; days?: number };

/** Why steps cannot follow each other; null when they can. */
export function stepsProblem(steps: readonly PlacedStep[]): string | null {
  if (new Set(steps.map(({ id }) => id)).size < steps.length) return 'Each step needs its own id';
  if (steps.at(-1)?.kind !== 'message') return 'The last step must be a message';
  // Time since the message before; unlimited before the first one.
  let waited = Number.POSITIVE_INFINITY;
  for (const { kind, days = 0 } of steps) {
    if (kind === 'wait') waited += days;
    if (kind !== 'message') continue;
    if (waited < CAP_DAYS) return `Please wait at least ${CAP_DAYS} days between two messages`;
    waited = 0;
  }
  return null;
}
