import { type CoachStatus, isCoachRole, isRole, type Role } from '../people.rules.ts';

/** Rules of roles, redirects and profiles. Spec sections 2, 4, 5 and 6; design section 5. */

/** Word to type as confirmation of the account deletion. */
export const DELETE_CONFIRMATION = 'DELETE';

/** Accounts of demo mode. They apply only there, and only to accounts that the seed created. */
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
  /** Writes the missing user_roles entry of a coach. */
  grantCoachBase: () => Promise<void>;
  /** Logs a failed lookup before the next one runs. */
  log: (error: unknown) => void;
};

/** Role of a person, in the spec's order: demo account, user_roles, coaches, else Client. */
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

/** Home path of a role after sign-in. Demo accounts follow their role. */
export function redirectAfterLogin({ role, userId }: { role: string; userId: string }): string {
  if (role === 'Operator') return '/operator-dashboard';
  if (isCoachRole(role)) return `/coach/${userId}/dashboard`;
  return '/client/dashboard';
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (value: string): boolean => UUID.test(value);

export type AuthState = 'loading' | 'signed_in' | 'signed_out';

/** The target of the root path: 'Loading...', the landing page, or the caller's home. */
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
 * Navigation bar for a page. It grants nothing: company addresses see the operator bar on operator paths, but the server
 * checks the role on every page.
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

/** First letters of the first two words that have one; `?` for a name without letters. */
export function initialsOf(name: string): string {
  const words = name.normalize('NFC').trim().split(/\s+/u).filter(Boolean);
  const letters = words.flatMap((word) => {
    const letter = word.match(/\p{L}|\p{N}/u)?.[0];
    if (!letter) return [];
    // Some letters have a longer capital form (ß becomes SS). Locale rules would differ between server and browser.
    const capital = letter.toUpperCase();
    return [[...capital].length === 1 ? capital : letter];
  });
  return letters.slice(0, 2).join('') || '?';
}

/** Profile in browser storage, for display only. Holds no secrets and is never trusted. */
export type StoredProfile = { id: string; name: string; email: string; initials: string; role: string };

export function toStoredProfile(person: { id: string; fullName: string; email: string; role: string }): StoredProfile {
  if (person.role === 'Operator') {
    return { id: person.id, name: 'System Operator', email: person.email, initials: 'OP', role: person.role };
  }
  const { id, fullName, email, role } = person;
  return { id, name: fullName, email, initials: initialsOf(fullName), role };
}

/** False for demo addresses and over a stored coach profile. */
export const shouldStoreOperatorProfile = (email: string, stored: { role: string } | null): boolean =>
  !email.toLowerCase().includes('demo') && !(stored && isCoachRole(stored.role));

/** approved and inactive become active at sign-in. No other status activates itself. */
export const nextCoachStatusOnSignIn = (status: string): string =>
  status === 'approved' || status === 'inactive' ? 'active' : status;

export const initialCoachStatus = (input: { plan: 'base' | 'plus' | 'pro'; autoApproveBase: boolean }): CoachStatus =>
  input.plan !== 'base' || input.autoApproveBase ? 'approved' : 'pending';

export type AuthFragment =
  | { kind: 'none' }
  | { kind: 'recovery'; token: string }
  | { kind: 'magiclink'; token: string }
  | { kind: 'verify'; token: string }
  | { kind: 'error'; code: string };

/** Parses the fragment of a mailed link. */
export function parseAuthFragment(hash: string): AuthFragment {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  const error = values.get('error');
  const token = values.get('token');
  if (error) return { kind: 'error', code: error };
  const type = values.get('type');
  if (token && (type === 'recovery' || type === 'magiclink' || type === 'verify')) return { kind: type, token };
  return { kind: 'none' };
}

export const SESSION_TICK_MS = 30_000;
export const SESSION_MARGIN_MS = 90_000;
/** Whether a session needs a refresh: 90 s or less remain. */
export const isSessionDue = (expiresAtMs: number, nowMs: number): boolean => expiresAtMs - nowMs <= SESSION_MARGIN_MS;

/** Whether a path is safe as a redirect after sign-in: never another origin. */
export const isSafeReturnPath = (path: string): boolean => /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path);
