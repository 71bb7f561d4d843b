import type { ClientRecord, RecordField } from './records.rules.ts';
import { EMAIL_PATTERN } from './identity.rules.ts';
import type { OnboardingStep } from './onboarding.steps.rules.ts';
import { ageOn } from './time.ts';

export const STEP_TITLES: Record<OnboardingStep, string> = {
  start: 'Before we begin',
  health: 'Your health',
  goal: 'Your goal',
  diet: 'How you eat',
  measurements: 'Where you start',
  photo: 'Your photo',
  availability: 'When you can train',
  review: 'Ready',
};

/** Record fields of the onboarding. The coach fills in the others. */
export const ONBOARDING_FIELDS = [
  'dateOfBirth',
  'goal',
  'goalWeightKg',
  'targetDay',
  'diet',
  'dietaryRestrictions',
  'allergies',
  'heightCm',
  'startWeightKg',
  'injuries',
  'fitnessLevel',
  'daysPerWeek',
  'equipment',
  'availability',
] as const satisfies readonly RecordField[];

/** The next or previous step; at an end, the same step. */
export function adjacentStep<Step extends string>(steps: readonly Step[], step: Step, by: 1 | -1): Step {
  const index = Math.min(Math.max(steps.indexOf(step) + by, 0), steps.length - 1);
  return steps[index] ?? step;
}

export const MINIMUM_AGE = 18;

export function isAdult(dateOfBirth: string, today: string): boolean {
  const age = ageOn(dateOfBirth, today);
  return age !== null && age >= MINIMUM_AGE;
}

/** Version of the consent text. */
export const CONSENT_VERSION = 1;

/** Incomplete steps that block finishing. Other steps are optional. */
export function missingSteps(
  known: { dateOfBirth: ClientRecord['dateOfBirth']; consent: boolean; health: boolean },
  today: string,
): OnboardingStep[] {
  const adult = known.dateOfBirth !== null && isAdult(known.dateOfBirth, today);
  return [...(adult && known.consent ? [] : ['start' as const]), ...(known.health ? [] : ['health' as const])];
}

export const INVITEES_MAX = 30;
export type Invitee = { email: string; fullName: string };

const nameFromEmail = (email: string): string =>
  (email.split('@')[0] ?? '')
    .split(/[._+-]+/u)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ') || email;

/**
 * Parses pasted addresses, each once: by line or comma, optionally as `Name <address>`. `unread` lists entries without a
 * valid address.
 */
export function parseInvitees(text: string): { invitees: Invitee[]; unread: string[] } {
  const invitees = new Map<string, Invitee>();
  const unread: string[] = [];
  for (const part of text.split(/[\n,;]+/u)) {
    const entry = part.trim();
    if (!entry) continue;
    const [, named = '', address = entry] = entry.match(/^([^<>]*)<([^<>]*)>$/u) ?? [];
    const email = address.trim().toLowerCase();
    if (email.length > 254 || !EMAIL_PATTERN.test(email)) {
      unread.push(entry);
      continue;
    }
    const fullName = named.replaceAll('"', '').trim().slice(0, 120) || nameFromEmail(email).slice(0, 120);
    if (!invitees.has(email)) invitees.set(email, { email, fullName });
  }
  return { invitees: [...invitees.values()], unread };
}

export const SETUP_STEPS = [
  'profile',
  'photo',
  'specialities',
  'certifications',
  'availability',
  'template',
  'invite',
  'done',
] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

export const SETUP_TITLES: Record<SetupStep, string> = {
  profile: 'About you',
  photo: 'Your photo',
  specialities: 'What you are good at',
  certifications: 'Your certifications',
  availability: 'When clients can book you',
  template: 'Your first check-in form',
  invite: 'Invite your clients',
  done: 'Ready',
};

/** Completed setup tasks of a coach, derived from their data. */
export type SetupFacts = Record<'verified' | 'profile' | 'photo' | 'availability' | 'template' | 'invited', boolean>;

export const SETUP_TASKS: readonly { fact: keyof SetupFacts; label: string; step: SetupStep }[] = [
  { fact: 'verified', label: 'Verify your email', step: 'profile' },
  { fact: 'profile', label: 'Tell clients who you are', step: 'profile' },
  { fact: 'photo', label: 'Add your photo', step: 'photo' },
  { fact: 'availability', label: 'Say when you can be booked', step: 'availability' },
  { fact: 'template', label: 'Choose a check-in form', step: 'template' },
  { fact: 'invited', label: 'Invite your first client', step: 'invite' },
];

export const isSetUp = (facts: SetupFacts): boolean => SETUP_TASKS.every(({ fact }) => facts[fact]);
