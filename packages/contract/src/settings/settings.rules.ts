import type { Plan } from '../billing/billing.rules.ts';
import type { SwitchName } from '../errors.rules.ts';
import { isCoachRole, type Role } from '../people.rules.ts';

type SwitchText = {
  label: string;
  /** The effect that an operator should know before turning it off. */
  effect: string;
  /** The text that people read while it is off. */
  off: string;
};

export const SWITCH_TEXTS: Record<SwitchName, SwitchText> = {
  coach_sign_up: {
    label: 'Sign-up of coaches',
    effect: 'New coaches cannot sign up, except with a plan they have paid for. Coaches keep working.',
    off: 'New coaches cannot sign up at the moment. Please try again later.',
  },
  demo_bookings: {
    label: 'Demo bookings',
    effect: 'Visitors see no times for a demo. Booked demos stay.',
    off: 'Demos cannot be booked at the moment. Please try again later.',
  },
  contact_form: {
    label: 'Contact form',
    effect: 'The contact page shows the email address instead of the form.',
    off: 'The contact form is closed at the moment. Please write us an email instead.',
  },
  card_payments: {
    label: 'Card payments',
    effect: 'Purchases and payments of invoices by card cannot be started. Running subscriptions renew as usual.',
    off: 'Card payments are paused at the moment. Nothing was charged. Please try again later.',
  },
  ai_drafting: {
    label: 'AI drafting',
    effect: 'Programs are drafted by the training rules, without a language model.',
    off: 'The language model is turned off at the moment, so the rules made this draft.',
  },
  file_uploads: {
    label: 'File uploads',
    effect: 'No photo, voice message or file can be uploaded. Files that exist can be opened.',
    off: 'Files cannot be uploaded at the moment. Please try again later.',
  },
};

export const BANNER_TONES = ['info', 'warning'] as const;
export type BannerTone = (typeof BANNER_TONES)[number];

export const BANNER_AUDIENCES = ['everyone', 'coaches', 'clients', 'visitors'] as const;
export type BannerAudience = (typeof BANNER_AUDIENCES)[number];

/** A message on top of every page. */
export type Banner = {
  text: string;
  tone: BannerTone;
  audience: BannerAudience;
  /** Null: at once. */
  from: string | null;
  /** Null: until it is changed. */
  until: string | null;
  dismissible: boolean;
};

export const NO_BANNER: Banner = {
  text: '',
  tone: 'info',
  audience: 'everyone',
  from: null,
  until: null,
  dismissible: true,
};

type Times = Pick<Banner, 'from' | 'until'>;

export const isBannerOver = ({ until }: Times, now: Date): boolean => until !== null && new Date(until) <= now;

export const isBannerDue = (banner: Times, now: Date): boolean =>
  !isBannerOver(banner, now) && (banner.from === null || new Date(banner.from) <= now);

/** When the banner appears or disappears next; null when neither happens any more. */
export function nextBannerChange({ from, until }: Times, now: Date): Date | null {
  const times = [from, until].flatMap((time) => (time === null ? [] : [new Date(time)]));
  return times.filter((time) => time > now).sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
}

/** Whether a person of this role sees the banner; null is a visitor. Operators see what everyone sees. */
export function isBannerFor({ audience }: Pick<Banner, 'audience'>, role: Role | null): boolean {
  if (audience === 'everyone') return true;
  if (audience === 'visitors') return role === null;
  if (audience === 'clients') return role === 'Client';
  return role !== null && isCoachRole(role);
}

/** Drafts that ask a language model, and what all of them may cost in a month. Zero asks no model. */
export type AiLimits = {
  draftsPerDay: Readonly<Record<Plan, number>>;
  /** For the whole platform, in cents. Null: no ceiling besides that of each coach. */
  monthlyCents: number | null;
};

export const DEFAULT_AI_LIMITS: AiLimits = { draftsPerDay: { base: 20, plus: 100, pro: 200 }, monthlyCents: null };
