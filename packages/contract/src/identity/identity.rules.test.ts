import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCoachRole, isRole, ROLES } from '../people.rules.ts';
import {
  DEMO_ACCOUNTS,
  initialCoachStatus,
  initialsOf,
  isSafeReturnPath,
  isSessionDue,
  isUuid,
  navigationBarFor,
  nextCoachStatusOnSignIn,
  parseAuthFragment,
  type RoleLookups,
  redirectAfterLogin,
  resolveRole,
  rootEntry,
  SESSION_MARGIN_MS,
  SESSION_TICK_MS,
  shouldStoreOperatorProfile,
  toStoredProfile,
} from './identity.rules.ts';

const USER = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('resolveRole', () => {
  /** Lookups with fixed answers that record their calls. */
  function lookups(answers: { role?: string | Error; coach?: boolean | Error; grant?: Error }) {
    const calls: string[] = [];
    const answer = <T>(name: string, value: T | Error): Promise<T> => {
      calls.push(name);
      return value instanceof Error ? Promise.reject(value) : Promise.resolve(value);
    };
    const given: RoleLookups = {
      findUserRole: () => answer('role', answers.role),
      findCoach: () => answer('coach', answers.coach ?? false),
      grantCoachBase: () => answer('grant', answers.grant),
      log: () => calls.push('log'),
    };
    return { given, calls };
  }
  const person = { email: 'person@example.org', demoMode: false, isSeeded: false };
  const seeded = { demoMode: true, isSeeded: true };

  it.each([
    ['demo.coach.base@example.com', 'Coach-Base'],
    ['demo.coach.plus@example.com', 'Coach-Plus'],
    ['demo.coach.pro@example.com', 'Coach-Pro'],
    ['demo.client@example.com', 'Client'],
    ['demo.client2@example.com', 'Client'],
    ['client@example.com', 'Client'],
    ['coach@example.com', 'Coach-Base'],
    ['demo.operator@example.com', 'Operator'],
    ['operator@example.com', 'Operator'],
    ['pitch@example.com', 'Coach-Pro'],
    ['demo@example.com', 'Coach-Base'],
    ['democlient@example.com', 'Client'],
    ['DEMO.Coach.Pro@Example.com', 'Coach-Pro'],
    ['demonstration@example.org', 'Coach-Base'],
  ])('%s is %s in demo mode, without any lookup', async (email, role) => {
    const { given, calls } = lookups({ role: 'Client' });
    expect(await resolveRole({ email, ...seeded }, given)).toBe(role);
    expect(calls).toEqual([]);
  });

  it.each([
    [false, true],
    [true, false],
    [false, false],
  ])('a demo address means nothing with demo mode %s and seeded %s', async (demoMode, isSeeded) => {
    for (const email of [...Object.keys(DEMO_ACCOUNTS), 'demo-fan@example.org']) {
      expect(await resolveRole({ email, demoMode, isSeeded }, lookups({}).given)).toBe('Client');
    }
  });

  it.each(['__proto__', 'constructor', 'toString'])('%s is no demo account', async (email) => {
    expect(await resolveRole({ email, ...seeded }, lookups({}).given)).toBe('Client');
  });

  it.each([null, ''])('a missing email (%j) is a client, without any lookup', async (email) => {
    const { given, calls } = lookups({ role: 'Operator' });
    expect(await resolveRole({ ...person, email }, given)).toBe('Client');
    expect(calls).toEqual([]);
  });

  it.each(ROLES)('takes the stored role %s before looking for a coach', async (role) => {
    const { given, calls } = lookups({ role, coach: true });
    expect(await resolveRole(person, given)).toBe(role);
    expect(calls).toEqual(['role']);
  });

  it('makes a coach without a role Coach-Base and stores that', async () => {
    const { given, calls } = lookups({ coach: true });
    expect(await resolveRole(person, given)).toBe('Coach-Base');
    expect(calls).toEqual(['role', 'coach', 'grant']);
  });

  it('makes everybody else a client and stores nothing', async () => {
    const { given, calls } = lookups({});
    expect(await resolveRole(person, given)).toBe('Client');
    expect(calls).toEqual(['role', 'coach']);
  });

  const failure = new Error('connection lost');
  it('logs a failed role lookup and tries the coach', async () => {
    const { given, calls } = lookups({ role: failure, coach: true });
    expect(await resolveRole(person, given)).toBe('Coach-Base');
    expect(calls.slice(0, 3)).toEqual(['role', 'log', 'coach']);
  });

  it('logs a failed coach lookup and grants nothing', async () => {
    const { given, calls } = lookups({ coach: failure });
    expect(await resolveRole(person, given)).toBe('Client');
    expect(calls).toEqual(['role', 'coach', 'log']);
  });

  it('logs a failed grant and still knows the coach', async () => {
    const { given, calls } = lookups({ coach: true, grant: failure });
    expect(await resolveRole(person, given)).toBe('Coach-Base');
    expect(calls).toEqual(['role', 'coach', 'grant', 'log']);
  });
});

describe('roles', () => {
  it('knows exactly the five', () => {
    expect([...ROLES]).toEqual(['Operator', 'Coach-Base', 'Coach-Plus', 'Coach-Pro', 'Client']);
    expect(ROLES.filter(isCoachRole)).toEqual(['Coach-Base', 'Coach-Plus', 'Coach-Pro']);
    expect(['operator', 'Coach', '', null, undefined, 0].some(isRole)).toBe(false);
  });
});

describe('the home path', () => {
  it.each([
    ['Operator', '/operator-dashboard'],
    ['Client', '/client/dashboard'],
    ['Coach-Base', `/coach/${USER}/dashboard`],
    ['Coach-Plus', `/coach/${USER}/dashboard`],
    ['Coach-Pro', `/coach/${USER}/dashboard`],
    ['Janitor', '/client/dashboard'],
  ])('%s lands on %s', (role, to) => {
    expect(redirectAfterLogin({ role, userId: USER })).toBe(to);
    expect(rootEntry({ state: 'signed_in', role, userId: USER })).toEqual({ kind: 'redirect', to });
  });

  it.each([
    [{ state: 'loading' }, { kind: 'loading' }],
    [{ state: 'loading', role: 'Client', userId: USER }, { kind: 'loading' }],
    [{ state: 'signed_out' }, { kind: 'landing' }],
    [{ state: 'signed_out', role: 'Client', userId: USER }, { kind: 'landing' }],
    [{ state: 'signed_in' }, { kind: 'landing' }],
    [
      { state: 'signed_in', userId: USER },
      { kind: 'redirect', to: '/client/dashboard' },
    ],
  ] as const)('the root for %j is %j', (session, entry) => {
    expect(rootEntry(session)).toEqual(entry);
  });
});

describe('isUuid', () => {
  it('knows every UUID, and nothing that merely holds one', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.constantFrom('x', '/', ' ', '\n', '-'), (id, more) => {
        expect(isUuid(id)).toBe(true);
        expect(isUuid(id.toUpperCase())).toBe(true);
        expect([id + more, more + id, id.slice(1), id.replaceAll('-', '')].some(isUuid)).toBe(false);
      }),
    );
    expect(['', 'default', 'clients'].some(isUuid)).toBe(false);
  });
});

describe('navigationBarFor', () => {
  const staff = { email: 'Ann@Company.example', operatorDomain: 'company.example' };
  it.each([
    [{ role: 'Operator', path: '/' }, 'operator'],
    [{ role: 'Operator', path: `/coach/${USER}/dashboard` }, 'operator'],
    [{ role: 'Coach-Base', path: '/settings' }, 'coach'],
    [{ role: 'Coach-Plus', path: '/client/dashboard' }, 'coach'],
    [{ role: 'Coach-Pro', path: '/notifications' }, 'coach'],
    [{ role: 'Client', path: `/coach/${USER}/dashboard` }, 'coach'],
    [{ role: 'Client', path: '/coach-onboarding' }, 'client'],
    [{ role: 'Client', path: '/client/dashboard' }, 'client'],
    [{ role: null, path: '/pricing' }, 'visitor'],
    [{ role: 'Client', path: '/operator/contacts', ...staff }, 'operator'],
    [{ role: 'Client', path: '/operator-dashboard', ...staff }, 'operator'],
    [{ role: 'Client', path: '/client/dashboard', ...staff }, 'client'],
    [{ role: 'Client', path: '/operator-dashboards', ...staff }, 'client'],
    [{ role: 'Client', path: '/operator/contacts', email: 'ann@notcompany.example' }, 'client'],
    [{ ...staff, role: 'Client', path: '/operator/contacts', email: 'ann@notcompany.example' }, 'client'],
    [{ ...staff, role: 'Client', path: '/operator/contacts', email: 'ann@company.example.evil.example' }, 'client'],
    [{ ...staff, role: 'Client', path: '/operator/contacts', operatorDomain: '' }, 'client'],
    [{ ...staff, role: 'Client', path: '/operator/contacts', email: null }, 'client'],
  ] as const)('%j sees the %s bar', (input, bar) => {
    expect(navigationBarFor(input)).toBe(bar);
  });
});

describe('initialsOf', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['ada lovelace', 'AL'],
    ['  Ada   Lovelace ', 'AL'],
    ['Ada', 'A'],
    ['Anna Maria Lopez', 'AM'],
    ['Ludwig van Beethoven', 'LV'],
    ['', '?'],
    ['   ', '?'],
    ['👍', '?'],
    ['👩‍🚀 Zoe', 'Z'],
    ['"Ada" (Lovelace)', 'AL'],
    ['e\u0301mile zola', 'ÉZ'],
    ['\u00e9mile zola', 'ÉZ'],
    ['שרה כהן', 'שכ'],
    ['李 小龍', '李小'],
    ['ßa ﬁb', 'ßﬁ'],
    ['𝒜da 𐐨x', '𝒜𐐀'],
  ])('%j gives %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  it('is one or two letters or digits, or a question mark, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (name) => {
        expect(initialsOf(name)).toMatch(/^(?:[\p{L}\p{N}]{1,2}|\?)$/u);
      }),
      { numRuns: 1000 },
    );
  });

  it('is the same for both ways to write an accent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (name) => {
        expect(initialsOf(name.normalize('NFD'))).toBe(initialsOf(name.normalize('NFC')));
      }),
    );
  });
});

describe('stored profiles', () => {
  const person = { id: USER, fullName: 'Ada Lovelace', email: 'ada@example.org' };
  it.each(['Coach-Pro', 'Client'])('a %s is stored under their name', (role) => {
    const stored = { id: USER, name: 'Ada Lovelace', email: 'ada@example.org', initials: 'AL', role };
    expect(toStoredProfile({ ...person, role })).toEqual(stored);
  });

  it('an operator is stored as the System Operator', () => {
    expect(toStoredProfile({ ...person, role: 'Operator' })).toMatchObject({ name: 'System Operator', initials: 'OP' });
  });

  it.each([
    ['ann@example.org', null, true],
    ['ann@example.org', { role: 'Client' }, true],
    ['ann@example.org', { role: 'Operator' }, true],
    ['ann@example.org', { role: 'Coach-Base' }, false],
    ['ann@example.org', { role: 'Coach-Plus' }, false],
    ['ann@example.org', { role: 'Coach-Pro' }, false],
    ['demo.operator@example.com', null, false],
    ['ann@DEMO.example', null, false],
  ])('an operator %s over %j is stored: %s', (email, stored, expected) => {
    expect(shouldStoreOperatorProfile(email, stored)).toBe(expected);
  });
});

describe('coach status', () => {
  it.each([
    ['approved', 'active'],
    ['inactive', 'active'],
    ['active', 'active'],
    ['pending', 'pending'],
    ['rejected', 'rejected'],
    ['suspended', 'suspended'],
  ])('%s is %s after signing in', (status, next) => {
    expect(nextCoachStatusOnSignIn(status)).toBe(next);
  });

  it.each([
    ['base', false, 'pending'],
    ['base', true, 'approved'],
    ['plus', false, 'approved'],
    ['pro', false, 'approved'],
  ] as const)('a new coach on %s, base approved automatically %s, is %s', (plan, autoApproveBase, status) => {
    expect(initialCoachStatus({ plan, autoApproveBase })).toBe(status);
  });
});

describe('parseAuthFragment', () => {
  it.each([
    ['', { kind: 'none' }],
    ['#', { kind: 'none' }],
    ['#section', { kind: 'none' }],
    ['#type=verify&token=a', { kind: 'verify', token: 'a' }],
    ['type=verify&token=a', { kind: 'verify', token: 'a' }],
    ['#type=verify', { kind: 'none' }],
    ['#type=magiclink&token=a', { kind: 'magiclink', token: 'a' }],
    ['#type=magic', { kind: 'none' }],
    ['#type=recovery&token=a%2Bb', { kind: 'recovery', token: 'a+b' }],
    ['#type=recovery', { kind: 'none' }],
    ['#type=recovery&token=', { kind: 'none' }],
    ['#error=expired', { kind: 'error', code: 'expired' }],
    ['#type=verify&error=expired', { kind: 'error', code: 'expired' }],
    ['#type=recovery&token=a&error=expired', { kind: 'error', code: 'expired' }],
  ])('%j is %j', (hash, expected) => {
    expect(parseAuthFragment(hash)).toEqual(expected);
  });
});

describe('session clock', () => {
  it.each([
    [90_001, false],
    [90_000, true],
    [0, true],
    [-5, true],
  ])('with %d ms left a refresh is due: %s', (left, due) => {
    expect(isSessionDue(1_000_000 + left, 1_000_000)).toBe(due);
  });

  it('ticks every 30 s and refreshes 90 s before the end', () => {
    expect([SESSION_TICK_MS, SESSION_MARGIN_MS]).toEqual([30_000, 90_000]);
  });
});

describe('isSafeReturnPath', () => {
  it.each([
    '/',
    '/settings',
    '/client/check-in?tab=1#note',
    '/a//b',
    '/@evil.example',
    '/coach/é',
    '/?next=https://x.y',
  ])('%j may be returned to', (path) => {
    expect(isSafeReturnPath(path)).toBe(true);
  });

  it.each([
    '',
    'settings',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/a\\b',
    'https://evil.example',
    'javascript:alert(1)',
    ' /settings',
    '/\t/evil.example',
    '/\n/evil.example',
    '/a\u0000b',
    '/a\u0085b',
  ])('%j may not', (path) => {
    expect(isSafeReturnPath(path)).toBe(false);
  });

  it('never lets a browser leave the site', () => {
    const pieces = fc.constantFrom('/', '\\', '.', ':', '@', '?', '#', '%2f', '\t', '\n', ' ', 'evil.example', 'https');
    const path = fc.oneof(
      fc.string({ unit: 'binary' }).map((text) => `/${text}`),
      fc.array(pieces, { maxLength: 8 }).map((parts) => `/${parts.join('')}`),
    );
    fc.assert(
      fc.property(path, (text) => {
        fc.pre(isSafeReturnPath(text));
        expect(new URL(text, 'https://app.example').origin).toBe('https://app.example');
      }),
      { numRuns: 2000 },
    );
  });
});
