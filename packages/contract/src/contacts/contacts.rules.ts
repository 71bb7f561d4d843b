/** How far the operators are with what a visitor sent. */
export const CONTACT_STATUSES = ['new', 'open', 'answered', 'closed', 'spam'] as const;
export type ContactStatus = (typeof CONTACT_STATUSES)[number];

export const CONTACT_STATUS_LABELS: Record<ContactStatus, string> = {
  new: 'New',
  open: 'Open',
  answered: 'Answered',
  closed: 'Closed',
  spam: 'Spam',
};

/** Statuses in which a visitor waits for an answer. */
export const UNANSWERED_STATUSES = ['new', 'open'] as const satisfies readonly ContactStatus[];

/** Tabs of the inbox. */
export const CONTACT_FILTERS = ['unanswered', 'answered', 'closed', 'spam', 'all'] as const;
export type ContactFilter = (typeof CONTACT_FILTERS)[number];

export const CONTACT_FILTER_LABELS: Record<ContactFilter, string> = {
  unanswered: 'Unanswered',
  answered: 'Answered',
  closed: 'Closed',
  spam: 'Spam',
  all: 'All',
};

/** The form that a visitor filled in: the contact form or the demo questionnaire. */
export const CONTACT_KINDS = ['contact', 'demo'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

export const CONTACT_KIND_LABELS: Record<ContactKind, string> = { contact: 'Contact form', demo: 'Demo request' };

/** Longest texts in characters. */
export const CONTACT_BOUNDS = { note: 5000, reply: 10_000, search: 120 } as const;

const FREE_MAIL =
  /@(?:gmail|googlemail|yahoo|ymail|outlook|hotmail|live|msn|icloud|me|mac|aol|gmx|web|proton|protonmail|zoho|mail)\.(?:[a-z]{2,4}|com?\.[a-z]{2})$/i;
/** Services whose addresses stop working after minutes. */
const PASSING_MAIL =
  /@(?:mailinator|guerrillamail|10minutemail|temp-mail|tempmail|yopmail|trashmail|sharklasers|getnada|dispostable|maildrop)\.(?:[a-z]{2,4}|com?\.[a-z]{2})$/i;

/** The kind of domain an email address has: `own` is a business or a small provider. */
export type MailDomain = 'own' | 'free' | 'disposable';

export const mailDomainOf = (email: string): MailDomain =>
  PASSING_MAIL.test(email) ? 'disposable' : FREE_MAIL.test(email) ? 'free' : 'own';

/** From this score on, a submission is called likely spam. It stays in the inbox until an operator decides. */
export const LIKELY_SPAM = 60;

export type SpamSigns = {
  email: string;
  /** Everything that was written freely. */
  text: string;
  /** Time between loading and sending the form; null if unknown. */
  filledMs: number | null;
  /** Earlier submissions of the same text from the same address within a day. */
  repeats: number;
};

/** How likely a submission is spam, from 0 to 100, and why, in words. */
export type SpamScore = { score: number; reasons: string[] };

const LINK = /https?:\/\/|www\./gi;
const HTML = /<a\s|\[url[\]=]/i;
/** People need longer for five fields, even if the browser fills them in. */
const FAST_MS = 8000;
/** Shorter texts say little about the writer. */
const SHORTEST_SHOUT = 20;

/** Whether most letters are capitals. Letters without case do not count. */
function isShouting(text: string): boolean {
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  const letters = capitals + (text.match(/\p{Ll}/gu)?.length ?? 0);
  return letters >= SHORTEST_SHOUT && capitals / letters > 0.6;
}

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

/** Scores a submission by signs that an operator can check. */
export function spamScoreOf({ email, text, filledMs, repeats }: SpamSigns): SpamScore {
  const links = text.match(LINK)?.length ?? 0;
  const isFast = filledMs !== null && filledMs >= 0 && filledMs < FAST_MS;
  const signs: [points: number, reason: string][] = [
    [links === 0 ? 0 : links === 1 ? 15 : 35, `Contains ${plural(links, 'link')}`],
    [HTML.test(text) ? 30 : 0, 'Contains link code'],
    [mailDomainOf(email) === 'disposable' ? 35 : 0, 'Disposable email address'],
    [isFast ? 30 : 0, `Filled in ${plural(Math.floor((filledMs ?? 0) / 1000), 'second')}`],
    [
      repeats === 0 ? 0 : repeats === 1 ? 25 : 50,
      `Same text sent ${repeats === 1 ? 'once' : `${repeats} times`} before`,
    ],
    [isShouting(text) ? 25 : 0, 'Mostly capital letters'],
  ];
  const found = signs.filter(([points]) => points > 0);
  return {
    score: Math.min(
      100,
      found.reduce((sum, [points]) => sum + points, 0),
    ),
    reasons: found.map(([, reason]) => reason),
  };
}
