import { slotsOfDay } from '../calendar/calendar.slots.rules.ts';
import { isEmail } from '../people.rules.ts';
import { addDays, dayInZone, isoWeekday } from '../time.ts';

/** Rules of the contact form, the demo questionnaire and the demo's calendar. Spec sections 3, 5 and 9. */
export const SOURCE_CHANNELS = ['Google', 'Facebook', 'Instagram', 'TikTok', 'Referral', 'Other'] as const;
export type SourceChannel = (typeof SOURCE_CHANNELS)[number];

export type ContactForm = {
  firstName: string;
  lastName: string;
  businessName: string;
  businessPhone: string;
  businessEmail: string;
  sourceChannel: SourceChannel | '';
  referralName: string;
  otherSource: string;
  message: string;
};

/** Required fields with their labels. */
export const CONTACT_REQUIRED = {
  firstName: 'First name',
  lastName: 'Last name',
  businessName: 'Business name',
  businessPhone: 'Business phone',
  businessEmail: 'Business email',
} as const satisfies Partial<Record<keyof ContactForm, string>>;

const CONTACT_LENGTHS: Record<keyof ContactForm, number> = {
  firstName: 80,
  lastName: 80,
  businessName: 160,
  businessPhone: 40,
  businessEmail: 254,
  sourceChannel: 20,
  referralName: 120,
  otherSource: 120,
  message: 5000,
};

/** Loose check; only the mail server knows whether an address exists. */
const SIMPLE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const isSimpleEmail = (value: string): boolean => value.length <= 254 && SIMPLE_EMAIL.test(value);

const keysOf = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as Key[];

/** Problems of a contact form by field; empty for a valid form. */
export function contactFieldProblems(form: ContactForm): Partial<Record<keyof ContactForm, string>> {
  const problems: Partial<Record<keyof ContactForm, string>> = {};
  for (const field of keysOf(CONTACT_LENGTHS)) {
    if (form[field].length > CONTACT_LENGTHS[field]) {
      problems[field] = `Please use at most ${CONTACT_LENGTHS[field]} characters`;
    }
  }
  for (const field of keysOf(CONTACT_REQUIRED)) {
    if (!form[field].trim()) problems[field] = 'Please fill this in';
  }
  if (!problems.businessEmail && !isSimpleEmail(form.businessEmail.trim())) {
    problems.businessEmail = 'Please enter a valid email address';
  }
  return problems;
}

/** Message about a contact form as the spec words it; undefined for a valid form. */
export function contactProblem(form: ContactForm): string | undefined {
  const missing = keysOf(CONTACT_REQUIRED).filter((field) => !form[field].trim());
  if (missing.length > 0) {
    return `Please complete all required fields: ${missing.map((field) => CONTACT_REQUIRED[field]).join(', ')}`;
  }
  return Object.values(contactFieldProblems(form))[0];
}

const MIN_FILL_MS = 3000;

type BotSigns = { honeypotValue: string; loadedAt: number | undefined; now: number };

/**
 * Why a submission looks automated; undefined for a person's. `loadedAt` is from the sender's clock, which may be ahead.
 * Times in the future pass, because a bot could send any time.
 */
export function botProblem({ honeypotValue, loadedAt, now }: BotSigns): string | undefined {
  if (honeypotValue !== '') return 'Bot detected';
  // A sender without a start time is treated as one that has just started.
  const filledMs = now - (loadedAt ?? now);
  return filledMs >= 0 && filledMs < MIN_FILL_MS ? 'Form filled too quickly' : undefined;
}

export const COACHING_EXPERIENCES = ['<6 months', '1-3 years', '3+ years'] as const;

export type DemoForm = {
  full_name: string;
  email: string;
  social_proof: string;
  coaching_experience: (typeof COACHING_EXPERIENCES)[number];
  motivation_text: string;
  client_count: number;
  workflow_bottleneck: string;
  current_tools: string;
  success_vision: string;
  provide_feedback: 'yes' | 'no';
  commitment_level: number;
};

export const EMPTY_DEMO_FORM: DemoForm = {
  full_name: '',
  email: '',
  social_proof: '',
  coaching_experience: '<6 months',
  motivation_text: '',
  client_count: 1,
  workflow_bottleneck: '',
  current_tools: '',
  success_vision: '',
  provide_feedback: 'yes',
  commitment_level: 3,
};

export const COMMITMENT_LABELS: Record<number, string> = { 1: 'Just exploring', 3: 'Interested', 5: 'Very committed' };

export type DemoStep = 1 | 2 | 3;
const DEMO_REQUIRED: Record<DemoStep, readonly (keyof DemoForm)[]> = {
  1: ['full_name', 'email', 'social_proof'],
  2: ['workflow_bottleneck', 'current_tools'],
  3: ['success_vision'],
};

/** Problems of one step by field; empty when the step is complete. */
export function demoStepProblems(step: DemoStep, form: DemoForm): Partial<Record<keyof DemoForm, string>> {
  const problems: Partial<Record<keyof DemoForm, string>> = {};
  for (const field of DEMO_REQUIRED[step]) {
    if (!String(form[field]).trim()) problems[field] = 'Please fill this in';
  }
  // The same check as the server's, which stores the address.
  if (step === 1 && !problems.email && !isEmail(form.email.trim())) {
    problems.email = 'Please enter a valid email address';
  }
  return problems;
}

/** Message for a demo request that lacks a required answer. */
export const DEMO_INCOMPLETE = 'Please complete all required fields';

const DEMO_STEPS: readonly DemoStep[] = [1, 2, 3];
export const isDemoComplete = (form: DemoForm): boolean =>
  DEMO_STEPS.every((step) => Object.keys(demoStepProblems(step, form)).length === 0);

export const MAX_CLIENT_COUNT = 100_000;

/** Client count from 1 to MAX_CLIENT_COUNT; 1 for invalid input. */
export function clientCountOf(input: unknown): number {
  const count = typeof input === 'number' ? input : typeof input === 'string' && input.trim() ? Number(input) : 1;
  return Number.isFinite(count) && count >= 1 ? Math.min(Math.trunc(count), MAX_CLIENT_COUNT) : 1;
}

export const DEMO_MINUTES = 30;
const DEMO_MS = DEMO_MINUTES * 60_000;
const NOTICE_HOURS = 4;
export const DEMO_HORIZON_DAYS = 30;

/** When operators take demos. */
export type DemoAvailability = {
  timeZone: string;
  /** At most one range for each ISO weekday, in minutes of the day. */
  hours: { weekday: number; fromMinute: number; toMinute: number }[];
  /** Days without demos. */
  daysOff: string[];
  /** The shortest time from booking to demo. */
  noticeHours: number;
  /** How far ahead demos can be booked. */
  horizonDays: number;
};

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const AVAILABILITY_PATTERN = /^([a-z]{3})-([a-z]{3}) (\d{2}):(\d{2})-(\d{2}):(\d{2})$/;

/**
 * Parses hours such as `Mon-Fri 09:00-17:00`.
 * @throws RangeError for another format, and for hours that are too short for a demo.
 */
export function parseDemoAvailability(text: string, timeZone: string): DemoAvailability {
  const parts = AVAILABILITY_PATTERN.exec(text.trim().toLowerCase());
  const first = DAYS.indexOf(parts?.[1] ?? '');
  const last = DAYS.indexOf(parts?.[2] ?? '');
  const [fromMinute = 0, toMinute = 0] = [3, 5].map((at) => Number(parts?.[at]) * 60 + Number(parts?.[at + 1]));
  const fits = fromMinute + DEMO_MINUTES <= toMinute && toMinute <= 24 * 60;
  if (!parts || first < 0 || last < first || !fits) throw new RangeError('use the form Mon-Fri 09:00-17:00');
  return {
    timeZone,
    hours: Array.from({ length: last - first + 1 }, (_, index) => ({
      weekday: first + index + 1,
      fromMinute,
      toMinute,
    })),
    daysOff: [],
    noticeHours: NOTICE_HOURS,
    horizonDays: DEMO_HORIZON_DAYS,
  };
}

/** Start times of demos on one day in the operator's time zone. */
function demosOfDay(day: string, { hours, daysOff, timeZone }: DemoAvailability): Date[] {
  const open = hours.find(({ weekday }) => weekday === isoWeekday(day));
  if (!open || daysOff.includes(day)) return [];
  const range = { from: open.fromMinute, to: open.toMinute };
  return slotsOfDay(day, [range], { minutes: DEMO_MINUTES, stepMinutes: DEMO_MINUTES, timeZone });
}

/** Free start times at `now`, in order. Demos that were booked under other hours may begin between two starts. */
export function openDemoSlots(availability: DemoAvailability, taken: ReadonlySet<number>, now: Date): Date[] {
  const today = dayInZone(now, availability.timeZone);
  const earliest = now.getTime() + availability.noticeHours * 3_600_000;
  const booked = [...taken];
  return Array.from({ length: availability.horizonDays + 1 }, (_, ahead) =>
    demosOfDay(addDays(today, ahead), availability),
  )
    .flat()
    .filter((slot) => slot.getTime() >= earliest)
    .filter((slot) => booked.every((start) => Math.abs(start - slot.getTime()) >= DEMO_MS));
}

export const isDemoBookable = (
  startsAt: Date,
  availability: DemoAvailability,
  now: Date,
  taken: ReadonlySet<number> = new Set(),
): boolean => openDemoSlots(availability, taken, now).some((slot) => slot.getTime() === startsAt.getTime());
