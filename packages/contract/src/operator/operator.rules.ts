import type { OperatorRight } from '../access.ts';
import type { CoachStatus } from '../people.rules.ts';

/** Operators differ in what they may do. An admin may do everything. */
export const OPERATOR_ROLES = ['admin', 'support', 'billing'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

const RIGHTS: Record<OperatorRight, readonly OperatorRole[]> = {
  overview: OPERATOR_ROLES,
  approvals: ['admin', 'support'],
  contacts: ['admin', 'support'],
  pipeline: ['admin', 'support'],
  /** Finding accounts and reading what is known about them. */
  accounts: OPERATOR_ROLES,
  /** Sign-in, sessions, data and "view as" of another person's account. */
  support: ['admin', 'support'],
  /** Plans, grace and refunds. */
  billing: ['admin', 'billing'],
  operators: ['admin'],
  settings: ['admin'],
  audit: ['admin'],
  jobs: ['admin', 'support'],
};

/** Each role's label, and its access in words. */
export const OPERATOR_ROLE_TEXTS: Record<OperatorRole, { label: string; may: string }> = {
  admin: {
    label: 'Admin',
    may: 'Everything: coaches, accounts, plans and refunds, other operators, the settings and the audit log.',
  },
  support: {
    label: 'Support',
    may: 'Coach approval, contacts and the pipeline, accounts and their sign-in, background jobs and emails.',
  },
  billing: { label: 'Billing', may: 'The dashboard, finding accounts, plans, grace periods and refunds.' },
};

/** Days that the mailed link of an invitation to the console works. */
export const OPERATOR_INVITATION_DAYS = 3;

export const isOperatorRole = (value: unknown): value is OperatorRole => OPERATOR_ROLES.some((role) => role === value);

export const operatorMay = (role: OperatorRole, right: OperatorRight): boolean => RIGHTS[right].includes(role);

/** An operator's decisions about a coach. `ask` leaves the coach waiting, with a question. */
export const COACH_DECISIONS = ['approve', 'reject', 'ask', 'suspend', 'reinstate'] as const;
export type CoachDecision = (typeof COACH_DECISIONS)[number];

type Transition = {
  from: readonly CoachStatus[];
  to: CoachStatus;
  /** The coach reads the reason. */
  needsReason: boolean;
};

/** Design section 5: approved coaches become active at their next sign-in. */
export const COACH_TRANSITIONS: Record<CoachDecision, Transition> = {
  approve: { from: ['pending'], to: 'approved', needsReason: false },
  reject: { from: ['pending'], to: 'rejected', needsReason: true },
  ask: { from: ['pending'], to: 'pending', needsReason: true },
  suspend: { from: ['approved', 'active', 'inactive'], to: 'suspended', needsReason: true },
  reinstate: { from: ['rejected', 'suspended'], to: 'approved', needsReason: false },
};

/** The decisions that a status allows, the usual one first. */
export const decisionsFor = (status: CoachStatus): CoachDecision[] =>
  COACH_DECISIONS.filter((decision) => COACH_TRANSITIONS[decision].from.includes(status));
