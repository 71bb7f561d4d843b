/** Stages on the way from the first contact to a paying coach, which are the columns of the board. */
export const PROSPECT_STAGES = ['new', 'contacted', 'demo_booked', 'demo_held', 'trial', 'won', 'lost'] as const;
export type ProspectStage = (typeof PROSPECT_STAGES)[number];

export const PROSPECT_STAGE_LABELS: Record<ProspectStage, string> = {
  new: 'New',
  contacted: 'Contacted',
  demo_booked: 'Demo booked',
  demo_held: 'Demo held',
  trial: 'Trial',
  won: 'Won',
  lost: 'Lost',
};

export const isOpenProspect = (stage: ProspectStage): boolean => stage !== 'won' && stage !== 'lost';

export const PROSPECT_LOST_REASONS = ['price', 'timing', 'no_answer', 'competitor', 'not_a_fit', 'other'] as const;
export type ProspectLostReason = (typeof PROSPECT_LOST_REASONS)[number];

export const PROSPECT_LOST_LABELS: Record<ProspectLostReason, string> = {
  price: 'Too expensive',
  timing: 'Bad timing',
  no_answer: 'No answer',
  competitor: 'Chose another product',
  not_a_fit: 'Not a fit',
  other: 'Another reason',
};

/** Ways in which a person comes into contact with the platform. */
export const TOUCH_KINDS = ['contact_form', 'demo_request', 'demo_booking', 'sign_up', 'purchase'] as const;
export type TouchKind = (typeof TOUCH_KINDS)[number];

export const TOUCH_LABELS: Record<TouchKind, string> = {
  contact_form: 'Contact form',
  demo_request: 'Demo request',
  demo_booking: 'Demo booking',
  sign_up: 'Sign-up',
  purchase: 'Purchase',
};

/** Longest texts in characters, and how many rows are shown. */
export const PROSPECT_BOUNDS = {
  name: 200,
  business: 160,
  phone: 40,
  note: 5000,
  nextStep: 200,
  search: 120,
  /** Cards that a column of the board shows. */
  perColumn: 50,
  /** Columns with more prospects are not counted further. */
  counted: 1000,
} as const;

/** The stage that a touch proves. A contact form alone proves nothing. */
const STAGE_OF: Partial<Record<TouchKind, ProspectStage>> = {
  demo_booking: 'demo_booked',
  sign_up: 'trial',
  purchase: 'won',
};

const PATH: readonly ProspectStage[] = PROSPECT_STAGES.filter((stage) => stage !== 'lost');

/** The stage after `proved` is known: never an earlier one. A lost prospect who comes back is open again. */
export function stageAfter(stage: ProspectStage, proved: ProspectStage | undefined): ProspectStage {
  if (proved === undefined || proved === 'lost') return stage;
  return stage === 'lost' || PATH.indexOf(proved) > PATH.indexOf(stage) ? proved : stage;
}

export const stageAfterTouch = (stage: ProspectStage, kind: TouchKind): ProspectStage =>
  stageAfter(stage, STAGE_OF[kind]);

/** Days that the conversion table looks back on. */
export const CONVERSION_PERIODS = [30, 90, 365] as const;
export type ConversionPeriod = (typeof CONVERSION_PERIODS)[number];

/** How prospects are grouped: by their first touch, or by how they say they found us. */
export const CONVERSION_GROUPS = ['touch', 'heard'] as const;
export type ConversionGroup = (typeof CONVERSION_GROUPS)[number];

/** Fewer prospects say nothing about a source. */
export const SMALLEST_GROUP = 10;

/** Share of the prospects of a source who were won, in whole percent; null for too few of them. */
export const wonRate = ({ prospects, won }: { prospects: number; won: number }): number | null =>
  prospects < SMALLEST_GROUP ? null : Math.round((won / prospects) * 100);

/** When a prospect first came this far; null for stages that were not reached. */
export type Reached = { demoReachedAt: Date | null; trialReachedAt: Date | null; wonAt: Date | null };

/**
 * The stages a prospect has reached after a move to `to`. Moving back is a correction, so the stages ahead count as not
 * reached. A lost prospect keeps what they reached.
 */
export function reachedAfter(before: Reached, to: ProspectStage, now: Date): Reached {
  const { demoReachedAt, trialReachedAt, wonAt } = before;
  if (to === 'lost') return { demoReachedAt, trialReachedAt, wonAt };
  const at = PATH.indexOf(to);
  const reached = (known: Date | null, from: ProspectStage, until: ProspectStage) => {
    if (at < PATH.indexOf(from)) return null;
    return known ?? (at <= PATH.indexOf(until) ? now : null);
  };
  return {
    demoReachedAt: reached(demoReachedAt, 'demo_booked', 'demo_held'),
    trialReachedAt: reached(trialReachedAt, 'trial', 'trial'),
    wonAt: reached(wonAt, 'won', 'won'),
  };
}
