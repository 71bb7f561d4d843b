/** Limits and checks of shared fields, for forms that do not load the schemas. */

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

/** The reasons why a new password is refused; empty for one that is taken. */
export function passwordWeaknesses(password: string): PasswordWeakness[] {
  if (password.length < PASSWORD_MIN) return ['length'];
  return MOST_USED.has(password.toLowerCase()) ? ['pwned'] : [];
}

/** Adds `https://` to an address without a scheme. */
export function normalizeLink(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '' || /^[a-z][a-z\d+.-]*:/i.test(trimmed)) return trimmed;
  return `https://${trimmed}`;
}

/** Whether a profile may show this link: empty, or a web address. Scripts and files are refused. */
export function isProfileLink(text: string): boolean {
  if (text === '') return true;
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return hostname.includes('.') && !hostname.endsWith('.') && username === '' && password === '';
}

/** The most clients that one request changes. */
export const BULK_MAX = 100;

/** Result for each client when several are changed at once. `not_possible`: the status forbids the change. */
export const BULK_OUTCOMES = ['changed', 'unchanged', 'not_possible', 'no_seat', 'not_found'] as const;
export type BulkOutcome = (typeof BULK_OUTCOMES)[number];
