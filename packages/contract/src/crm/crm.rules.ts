import { LEAD_STATUSES, type LeadStatus } from '../pipeline/pipeline.rules.ts';

/** Fields of leads and clients that HubSpot can get. */
export const CRM_FIELDS = ['firstName', 'lastName', 'email', 'phone', 'status'] as const;
export type CrmField = (typeof CRM_FIELDS)[number];

export const CRM_FIELD_LABELS: Record<CrmField, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  status: 'Status',
};

/** The property of HubSpot for each field; null for a field that stays here. */
export type CrmFieldMapping = Record<Exclude<CrmField, 'email'>, string | null> & {
  /** HubSpot recognizes contacts by this property alone. */
  email: 'email' | null;
};

export const DEFAULT_CRM_FIELDS: CrmFieldMapping = {
  firstName: 'firstname',
  lastName: 'lastname',
  email: 'email',
  phone: 'phone',
  status: 'lifecyclestage',
};

export const CRM_BOUNDS = {
  property: 100,
  /** Ids of pipelines and stages. */
  id: 100,
  /** Conflicts and refused contacts that are listed. */
  issues: 50,
} as const;

/** The stage of each status of a lead; null for a status without a stage. */
export type CrmStages = Record<LeadStatus, string | null>;

type Stage = { id: string; label: string };

/** Proposes a stage for each status by its name, and the ends of the pipeline for won and lost. */
export function proposeStages(stages: readonly (Stage & { isWon: boolean; isLost: boolean })[]): CrmStages {
  const open = stages.filter(({ isWon, isLost }) => !isWon && !isLost);
  const last = open.length - 1;
  const at = (share: number) => open[Math.round(last * share)]?.id ?? null;
  const proposed: CrmStages = {
    new: at(0),
    pitched: at(0.5),
    trial: at(1),
    won: stages.find(({ isWon }) => isWon)?.id ?? null,
    lost: stages.find(({ isLost }) => isLost)?.id ?? null,
  };
  for (const status of LEAD_STATUSES) {
    const named = stages.find(({ label }) => label.trim().toLowerCase() === status);
    if (named) proposed[status] = named.id;
  }
  return proposed;
}

/** Why the sync fails, as the coach reads it. */
export const CRM_PROBLEMS = {
  reconnect: 'HubSpot no longer accepts our access. Connect again, and we send what has changed since.',
  limits: 'Your HubSpot account has reached its limit of requests. We continue as soon as HubSpot allows.',
  unreachable: 'HubSpot did not answer. We try again in a few minutes.',
  forbidden: 'HubSpot refused access. Connect again as a user who may edit contacts and deals.',
  property: 'HubSpot has no property with the name that you entered. Check the fields.',
  stage: 'A pipeline stage in HubSpot no longer exists. Choose the stages again.',
  answer: 'HubSpot answered in a way that we do not understand. We try again in a few minutes.',
} as const satisfies Record<string, string>;
export type CrmProblem = keyof typeof CRM_PROBLEMS;
export const CRM_PROBLEM_NAMES = Object.keys(CRM_PROBLEMS) as [CrmProblem, ...CrmProblem[]];

/** Why one lead or client is not in step with HubSpot. */
export const CRM_ISSUES = {
  same_email: 'Another contact in HubSpot has this email address. Give both the same name, or change one address.',
  gone: 'The contact was deleted in HubSpot, so we no longer send it.',
  refused: 'HubSpot did not accept this contact or its deal.',
} as const satisfies Record<string, string>;
export type CrmIssue = keyof typeof CRM_ISSUES;
export const CRM_ISSUE_NAMES = Object.keys(CRM_ISSUES) as [CrmIssue, ...CrmIssue[]];

/** The result of a visit to HubSpot, in the address of the page that follows. */
export const CRM_RESULTS = {
  connected: 'HubSpot is connected. The first sync starts now.',
  denied: 'You did not allow access in HubSpot, so it was not connected.',
  expired: 'The link from HubSpot was used before, is too old, or was opened in another browser. Connect again.',
  unreachable: 'HubSpot did not answer, so it was not connected. Please try again.',
} as const satisfies Record<string, string>;
export type CrmResult = keyof typeof CRM_RESULTS;
export const isCrmResult = (value: unknown): value is CrmResult =>
  typeof value === 'string' && Object.hasOwn(CRM_RESULTS, value);
