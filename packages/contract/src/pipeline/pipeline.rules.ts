/** Statuses of a lead, which are the columns of the board. The first two are the spec's. */
export const LEAD_STATUSES = ['new', 'pitched', 'trial', 'won', 'lost'] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];

export const LEAD_STATUS_LABELS: Record<LeadStatus, string> = {
  new: 'New',
  pitched: 'Pitched',
  trial: 'Trial',
  won: 'Won',
  lost: 'Lost',
};

/** Statuses of leads that may still become clients. */
export const OPEN_STATUSES = ['new', 'pitched', 'trial'] as const satisfies readonly LeadStatus[];
export const isOpenLead = (status: LeadStatus): boolean => OPEN_STATUSES.some((open) => open === status);

export const LOST_REASONS = ['price', 'timing', 'no_answer', 'other_coach', 'not_a_fit', 'other'] as const;
export type LostReason = (typeof LOST_REASONS)[number];

export const LOST_REASON_LABELS: Record<LostReason, string> = {
  price: 'Too expensive',
  timing: 'Bad timing',
  no_answer: 'No answer',
  other_coach: 'Chose another coach',
  not_a_fit: 'Not a fit',
  other: 'Another reason',
};

export const LEAD_SORTS = ['newest', 'name', 'value', 'follow_up'] as const;
export type LeadSort = (typeof LEAD_SORTS)[number];

export const LEAD_SORT_LABELS: Record<LeadSort, string> = {
  newest: 'Newest',
  name: 'Name',
  value: 'Value',
  follow_up: 'Next follow-up',
};

/** The order of a sort: names from A, the next follow-up first, all others from the newest or highest. */
export const LEAD_ORDER: Record<LeadSort, 'asc' | 'desc'> = {
  newest: 'desc',
  name: 'asc',
  value: 'desc',
  follow_up: 'asc',
};

/** Longest texts in characters, and the most rows of each kind. */
export const LEAD_BOUNDS = {
  name: 120,
  phone: 40,
  source: 60,
  notes: 5000,
  /** Whole cents, which is 10 million in most currencies. */
  valueCents: 1_000_000_000,
  task: 200,
  tasks: 50,
  subject: 150,
  mail: 5000,
  /** A visitor's message in the form. */
  message: 2000,
  slug: 60,
  heading: 120,
  intro: 500,
  /** Leads of one coach. */
  perCoach: 10_000,
  /** Leads in one request of an import. */
  perRequest: 500,
  /** Cards that a column of the board shows. */
  perColumn: 50,
} as const;

/** Digits that a number keeps in every spelling: "+1 415 555 0100" and "(415) 555-0100" agree in the last eight. */
const PHONE_KEY_DIGITS = 8;
/** Shorter numbers are extensions or mistakes, which many people share. */
const SHORTEST_PHONE = 7;

/** A key that two spellings of one phone number share; empty when the number is too short to compare. */
export function phoneKey(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '');
  return digits.length < SHORTEST_PHONE ? '' : digits.slice(-PHONE_KEY_DIGITS);
}

export type LeadFacts = {
  name: string;
  email: string;
  phone: string;
  source: string;
  valueCents: number | null;
  lastContact: string | null;
  followUpOn: string | null;
  notes: string;
};

/** Fills the gaps of a lead from its duplicate. Both notes are kept, up to the limit. */
export function mergeLeads(kept: LeadFacts, other: LeadFacts): LeadFacts {
  const notes = kept.notes.includes(other.notes) ? [kept.notes] : [kept.notes, other.notes];
  return {
    name: kept.name,
    email: kept.email || other.email,
    phone: kept.phone || other.phone,
    source: kept.source || other.source,
    valueCents: kept.valueCents ?? other.valueCents,
    lastContact:
      [kept.lastContact, other.lastContact]
        .filter((day) => day !== null)
        .sort()
        .at(-1) ?? null,
    followUpOn: [kept.followUpOn, other.followUpOn].filter((day) => day !== null).sort()[0] ?? null,
    notes: notes.filter(Boolean).join('\n\n').slice(0, LEAD_BOUNDS.notes),
  };
}

/** How often the status of a lead changed this way: from none when the lead was added. */
export type StatusChange = { from: LeadStatus | null; to: LeadStatus | null; times: number };

export type PipelineCounts = { leads: number; trials: number; won: number; prospects: number };

/**
 * The figures of the pipeline, by adding up how leads changed. `leads` are open and not in a trial, so that no lead
 * counts twice. Leads that are gone left no change behind.
 */
export function countPipeline(changes: readonly StatusChange[]): PipelineCounts {
  const count = (counts: (status: LeadStatus) => boolean) =>
    changes.reduce(
      (sum, { from, to, times }) =>
        sum + times * (Number(to !== null && counts(to)) - Number(from !== null && counts(from))),
      0,
    );
  return {
    leads: count((status) => isOpenLead(status) && status !== 'trial'),
    trials: count((status) => status === 'trial'),
    won: count((status) => status === 'won'),
    prospects: count(() => true),
  };
}

/** Share of prospects who were won, in whole percent; null without prospects. */
export const conversionRate = ({ won, prospects }: Pick<PipelineCounts, 'won' | 'prospects'>): number | null =>
  prospects > 0 ? Math.round((won / prospects) * 100) : null;
