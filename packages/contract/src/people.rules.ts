/** Roles and statuses of people, and the emails and passwords they can have. Spec sections 2 and 4. */

export const ROLES = ['Operator', 'Coach-Base', 'Coach-Plus', 'Coach-Pro', 'Client'] as const;
export type Role = (typeof ROLES)[number];

export const isRole = (value: unknown): value is Role => ROLES.some((role) => role === value);
export const isCoachRole = (role: string): role is 'Coach-Base' | 'Coach-Plus' | 'Coach-Pro' =>
  role === 'Coach-Base' || role === 'Coach-Plus' || role === 'Coach-Pro';

export const COACH_STATUSES = ['pending', 'approved', 'active', 'inactive', 'rejected', 'suspended'] as const;
export type CoachStatus = (typeof COACH_STATUSES)[number];

export const RELATIONSHIP_STATUSES = ['invited', 'declined', 'active', 'paused', 'archived', 'ended'] as const;
export type RelationshipStatus = (typeof RELATIONSHIP_STATUSES)[number];

/** Days without due check-ins, from `from` to the day before `until`. A running pause has no `until`. */
export type Pause = { from: string; until: string | null };

export const isPausedOn = (pauses: readonly Pause[], day: string): boolean =>
  pauses.some(({ from, until }) => from <= day && (until === null || day < until));

/** Query parameter that names the coach of a portal page. The page switches to that coach first. */
export const COACH_PARAM = 'coach';

/** The coach or the client, as author of a message or event. */
export const SIDES = ['coach', 'client'] as const;
export type Side = (typeof SIDES)[number];

export const otherSide = (side: Side): Side => (side === 'coach' ? 'client' : 'coach');

/**
 * Deliverable email address: valid dots, no spaces, and a top-level domain of two letters or more. Public forms use it
 * without loading the schemas.
 */
export const EMAIL_PATTERN =
  /^(?!\.)(?!.*\.\.)[\w.!#$%&'*+/=?^`{|}~-]+(?<!\.)@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i;
const MAX_EMAIL_LENGTH = 254;

export const isEmail = (value: string): boolean => value.length <= MAX_EMAIL_LENGTH && EMAIL_PATTERN.test(value);

const PASSWORD_MIN = 8;
/** The most used passwords of at least eight characters, which every guesser tries first. */
const MOST_USED = new Set(
  (
    '12345678 123456789 1234567890 12345678910 password password1 password123 passw0rd qwertyui qwertyuiop qwerty123 ' +
    '1q2w3e4r 1q2w3e4r5t 1qaz2wsx 11111111 00000000 88888888 87654321 987654321 11223344 12341234 abcd1234 abc12345 ' +
    'iloveyou sunshine princess football baseball superman trustno1 letmein1 welcome1 starwars whatever computer ' +
    'asdfghjkl zaq12wsx changeme'
  ).split(' '),
);

/** Why a password is weak, in the words of the spec's auth provider. */
export type PasswordWeakness = 'length' | 'pwned';

export const PASSWORD_PROBLEMS: Record<PasswordWeakness, string> = {
  length: `Password must be at least ${PASSWORD_MIN} characters long`,
  pwned: 'This is one of the most used passwords. Please choose another one',
};

/** The reasons why a new password is refused; empty when it is acceptable. */
export function passwordWeaknesses(password: string): PasswordWeakness[] {
  if (password.length < PASSWORD_MIN) return ['length'];
  return MOST_USED.has(password.toLowerCase()) ? ['pwned'] : [];
}

/** Ways of working on nutrition: targets and macros, a planned day to tick, daily habits, or photos of meals. */
export const NUTRITION_WAYS = ['numbers', 'plan', 'habits', 'photos'] as const;
export type NutritionWay = (typeof NUTRITION_WAYS)[number];

/** Who turned numbers off: `screen` stands for an answer about eating disorders. */
export const NUMBERS_OFF_BY = ['client', 'coach', 'screen'] as const;
export type NumbersOffBy = (typeof NUMBERS_OFF_BY)[number];

/** The most clients that one request changes. */
export const BULK_MAX = 100;
