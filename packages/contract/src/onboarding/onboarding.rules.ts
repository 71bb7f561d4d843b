import { EMAIL_PATTERN } from '../people.rules.ts';
import type { ClientRecord } from '../records/records.fields.ts';
import type { RecordField } from '../records/records.rules.ts';
import { ageOn } from '../time.ts';
import type { OnboardingStep } from './onboarding.steps.rules.ts';

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

/** The longest name and address, with signs between them. */
const ENTRY_MAX = 400;
/** A name, if there is one, and an address: `Nina Park nina@example.com` or `"Nina Park" <nina@example.com>`. */
const INVITEE = /^(?<name>.*?)[\s<]*(?<address>[^\s<>]+)>?$/u;

/**
 * Parses pasted addresses, each once: by line or comma, with or without a name before the address. A name may also stand
 * in front of a comma, as in a spreadsheet. `unread` lists entries without a valid address.
 */
export function parseInvitees(text: string): { invitees: Invitee[]; unread: string[] } {
  const invitees = new Map<string, Invitee>();
  const unread: string[] = [];
  for (const line of text.split('\n')) {
    let nameBefore = '';
    for (const part of line.split(/[,;]+/u)) {
      const entry = part.trim();
      if (!entry) continue;
      const { name = '', address = entry } = entry.length > ENTRY_MAX ? {} : (entry.match(INVITEE)?.groups ?? {});
      const email = address.toLowerCase();
      const isAddress = email.length <= 254 && EMAIL_PATTERN.test(email);
      if (nameBefore && (name || !isAddress)) unread.push(nameBefore);
      if (!isAddress) {
        nameBefore = entry;
        continue;
      }
      const named = (name || nameBefore).replaceAll('"', '').trim().slice(0, 120);
      nameBefore = '';
      if (!invitees.has(email)) invitees.set(email, { email, fullName: named || nameFromEmail(email).slice(0, 120) });
    }
    if (nameBefore) unread.push(nameBefore);
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
