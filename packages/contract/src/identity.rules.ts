/** Roles, redirects and the other decisions about who somebody is. Spec sections 2, 4, 5 and 6; design section 5. */
export const ROLES = ['Operator', 'Coach-Base', 'Coach-Plus', 'Coach-Pro', 'Client'] as const;
export type Role = (typeof ROLES)[number];

/**
 * An address that mail can go to: no spaces, no dot where none may be, a domain with a name of two letters or more. Used
 * by the schemas, and by public forms, which would otherwise load the schemas for it.
 */
export const EMAIL_PATTERN =
  /^(?!\.)(?!.*\.\.)[\w.!#$%&'*+/=?^`{|}~-]+(?<!\.)@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i;
const LONGEST_EMAIL = 254;

export const isEmail = (value: string): boolean => value.length <= LONGEST_EMAIL && EMAIL_PATTERN.test(value);

export const isRole = (value: unknown): value is Role => ROLES.some((role) => role === value);
export const isCoachRole = (role: string): role is 'Coach-Base' | 'Coach-Plus' | 'Coach-Pro' =>
  role === 'Coach-Base' || role === 'Coach-Plus' || role === 'Coach-Pro';

/** Accounts of demo mode. They mean nothing outside it, and nothing unless the seed made them. */
export const DEMO_ACCOUNTS: Readonly<Record<string, Role>> = {
  'demo.coach.base@example.com': 'Coach-Base',
  'demo.coach.plus@example.com': 'Coach-Plus',
  'demo.coach.pro@example.com': 'Coach-Pro',
  'demo.client@example.com': 'Client',
  'demo.client2@example.com': 'Client',
  'client@example.com': 'Client',
  'coach@example.com': 'Coach-Base',
  'demo.operator@example.com': 'Operator',
  'operator@example.com': 'Operator',
  'pitch@example.com': 'Coach-Pro',
  'demo@example.com': 'Coach-Base',
  'democlient@example.com': 'Client',
};
const DEMO_PREFIX = 'demo';

export type RoleLookups = {
  findUserRole: () => Promise<string | undefined>;
  findCoach: () => Promise<boolean>;
  /** Writes the user_roles entry of a coach who has none. */
  grantCoachBase: () => Promise<void>;
  /** A failed lookup is logged and the next one is tried. */
  log: (error: unknown) => void;
};

/** The role of a person, in the spec's order: demo account, user_roles, coaches, else Client. */
export async function resolveRole(
  person: { email: string | null; demoMode: boolean; isSeeded: boolean },
  lookups: RoleLookups,
): Promise<Role> {
  if (!person.email) return 'Client';
  const email = person.email.toLowerCase();
  if (person.demoMode && person.isSeeded) {
    const fixed = Object.hasOwn(DEMO_ACCOUNTS, email) ? DEMO_ACCOUNTS[email] : undefined;
    const role = fixed ?? (email.startsWith(DEMO_PREFIX) ? 'Coach-Base' : undefined);
    if (role) return role;
  }
  const attempt = async <T>(lookup: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await lookup();
    } catch (error) {
      lookups.log(error);
      return undefined;
    }
  };
  const stored = await attempt(lookups.findUserRole);
  if (isRole(stored)) return stored;
  if (await attempt(lookups.findCoach)) {
    await attempt(lookups.grantCoachBase);
    return 'Coach-Base';
  }
  return 'Client';
}

/** Where somebody lands after signing in. Demo accounts land where their role does. */
export function redirectAfterLogin({ role, userId }: { role: string; userId: string }): string {
  if (role === 'Operator') return '/operator-dashboard';
  if (isCoachRole(role)) return `/coach/${userId}/dashboard`;
  return '/client/dashboard';
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (value: string): boolean => UUID.test(value);

/** The coach a dashboard is about: from the route, else a stored one, else the profile; never empty or 'default'. */
export function resolveCoachId(ids: {
  routeId?: string | undefined;
  storedCoachId?: string | null | undefined;
  profileId?: string | null | undefined;
}): string | undefined {
  return [ids.routeId, ids.storedCoachId, ids.profileId].find((id): id is string => Boolean(id) && id !== 'default');
}

export type AuthState = 'loading' | 'signed_in' | 'signed_out';

/** What the root path shows: 'Loading...', the landing page, or the caller's home. */
export function rootEntry(session: {
  state: AuthState;
  role?: string | undefined;
  userId?: string | undefined;
}): { kind: 'loading' } | { kind: 'landing' } | { kind: 'redirect'; to: string } {
  if (session.state === 'loading') return { kind: 'loading' };
  if (session.state === 'signed_out' || !session.userId) return { kind: 'landing' };
  return { kind: 'redirect', to: redirectAfterLogin({ role: session.role ?? 'Client', userId: session.userId }) };
}

export type NavigationBar = 'operator' | 'coach' | 'client' | 'visitor';

/**
 * Which navigation bar is shown. It grants nothing: an e-mail of the company's domain on an operator path sees the
 * bar, and every page behind it asks the server for the role.
 */
export function navigationBarFor(input: {
  role: string | null;
  path: string;
  email?: string | null | undefined;
  operatorDomain?: string | undefined;
}): NavigationBar {
  const { role, path, email, operatorDomain } = input;
  const onOperatorPath = path === '/operator-dashboard' || path.startsWith('/operator/');
  const ofCompany = Boolean(operatorDomain && email?.toLowerCase().endsWith(`@${operatorDomain.toLowerCase()}`));
  if (role === 'Operator' || (onOperatorPath && ofCompany)) return 'operator';
  if (role && (isCoachRole(role) || path.startsWith('/coach/'))) return 'coach';
  return role ? 'client' : 'visitor';
}

/** First letters of the first and the last word, at most two; `?` for a name without any. */
export function initialsOf(name: string): string {
  const words = name.normalize('NFC').trim().split(/\s+/u).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].flatMap((word) => {
    const letter = word?.match(/\p{L}|\p{N}/u)?.[0];
    if (!letter) return [];
    // Some letters have a longer capital form (ß becomes SS); the reader's locale must not matter, as servers render too.
    const capital = letter.toUpperCase();
    return [[...capital].length === 1 ? capital : letter];
  });
  return letters.join('') || '?';
}

/** What browser storage keeps for display. Holds nothing secret and is never trusted. */
export type StoredProfile = { id: string; name: string; email: string; initials: string; role: string };

export function toStoredProfile(person: { id: string; fullName: string; email: string; role: string }): StoredProfile {
  if (person.role === 'Operator') {
    return { id: person.id, name: 'System Operator', email: person.email, initials: 'OP', role: person.role };
  }
  const { id, fullName, email, role } = person;
  return { id, name: fullName, email, initials: initialsOf(fullName), role };
}

/** Not when the e-mail holds a demo marker, nor over a stored coach profile. */
export const shouldStoreOperatorProfile = (email: string, stored: { role: string } | null): boolean =>
  !email.toLowerCase().includes('demo') && !(stored && isCoachRole(stored.role));

export type CoachStatus = 'pending' | 'approved' | 'active' | 'inactive' | 'rejected' | 'suspended';

/** approved and inactive become active at the next sign-in; nobody else activates themselves. */
export const nextCoachStatusOnSignIn = (status: string): string =>
  status === 'approved' || status === 'inactive' ? 'active' : status;

export const initialCoachStatus = (input: { plan: 'base' | 'plus' | 'pro'; autoApproveBase: boolean }): CoachStatus =>
  input.plan !== 'base' || input.autoApproveBase ? 'approved' : 'pending';

export type AuthFragment =
  | { kind: 'none' }
  | { kind: 'signup' }
  | { kind: 'recovery'; token: string }
  | { kind: 'error'; code: string };

/** The part after # that a mailed link ends with. */
export function parseAuthFragment(hash: string): AuthFragment {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  const error = values.get('error');
  const token = values.get('token');
  if (error) return { kind: 'error', code: error };
  if (values.get('type') === 'recovery' && token) return { kind: 'recovery', token };
  if (values.get('type') === 'signup') return { kind: 'signup' };
  return { kind: 'none' };
}

export const SESSION_TICK_MS = 30_000;
export const SESSION_MARGIN_MS = 90_000;
/** Whether a session has to be refreshed: 90 s or less remain. */
export const isSessionDue = (expiresAtMs: number, nowMs: number): boolean => expiresAtMs - nowMs <= SESSION_MARGIN_MS;

/** Names, in the address of a page of the portal, the coach it is about: the page changes to them first. */
export const COACH_PARAM = 'coach';

/** A path of this site that may be returned to after signing in; never another origin. */
export const isSafeReturnPath = (path: string): boolean => /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path);
