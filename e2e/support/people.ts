import { randomUUID } from 'node:crypto';
import { type BrowserContext, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { castOf } from '../../apps/server/seed/demo-casts.ts';
import { seedCoach } from '../../apps/server/seed/demo-coach.ts';
import { createClient, createCoach, createUser, type NewRelationship } from '../../apps/server/seed/factories.ts';
import { seedReviewedWeeks } from '../../apps/server/seed/reviewed-weeks.ts';
import { createFailingSubscription } from '../../apps/server/test/failing-subscriptions.ts';
import { connectOwner, createSession, getPasswordHash, getUserId } from '../../apps/server/test/stored-sessions.ts';
import { AUTH_SECRET } from '../../scripts/built-server.mjs';
import { firstPage, type OpenWindow } from './windows.ts';

export const PASSWORD = 'correct-horse-1';

/** The zone that a coach has after signing up. */
const COACH_ZONE = 'America/Los_Angeles';

/** The screen of a phone, in pixels. */
export const PHONE = { width: 390, height: 844 };

type Plan = 'base' | 'plus' | 'pro';
export type CoachAccount = { coachId: string; name: string; email: string };
export type ClientAccount = { coachId: string; clientId: string; userId: string; name: string; email: string };

export const newEmail = (name: string): string => `${name}-${randomUUID().slice(0, 8)}@example.com`;

/** Day of the coach, on which an accepted client's first check-in is due. */
const getToday = (): string => new Intl.DateTimeFormat('en-CA', { timeZone: COACH_ZONE }).format(new Date());

export type People = ReturnType<typeof createPeople>;

/**
 * Creates accounts in the database of the server under test and signs them in with stored sessions. Only the specs
 * about signing up, inviting and onboarding walk through those screens.
 */
export function createPeople(ownerUrl: string, origin: string, openWindow: OpenWindow) {
  const owner = connectOwner(ownerUrl);

  async function signIn(context: BrowserContext, userId: string): Promise<void> {
    const value = await createSession(owner.db, userId, AUTH_SECRET);
    await context.addCookies([
      { name: 'stridewell.session_token', value, url: origin, httpOnly: true, sameSite: 'Lax' },
    ]);
  }

  /** Opens a separate browser, signed in when an account is named. */
  async function openBrowser(userId?: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await openWindow(options);
    if (userId) await signIn(context, userId);
    return firstPage(context);
  }

  return {
    signIn,
    openBrowser,
    openPhone: (userId?: string, options: BrowserContextOptions = {}) =>
      openBrowser(userId, { viewport: PHONE, ...options }),

    /** Signs in one of the demo accounts and returns its id. Specs only read what belongs to them. */
    async signInDemo(page: Page, email: string): Promise<string> {
      const userId = await getUserId(owner.db, email);
      await signIn(page.context(), userId);
      return userId;
    },

    /** An account with a verified address and the shared password, without a role. */
    async createPerson({ name = 'Solo Person', email = newEmail('solo'), emailVerified = true } = {}) {
      const passwordHash = await getPasswordHash(PASSWORD);
      return createUser(owner.db, 'Client', { name, email, emailVerified, passwordHash });
    },

    async createCoach({
      name = 'Ana Silva',
      plan = 'base' as Plan,
      email = newEmail('coach'),
      status = 'active',
    } = {}) {
      const passwordHash = await getPasswordHash(PASSWORD);
      const { id } = await createCoach(owner.db, { name, email, plan, status, passwordHash, timeZone: COACH_ZONE });
      return { coachId: id, name, email } satisfies CoachAccount;
    },

    /** Gives a coach a subscription whose payments have failed for two days. */
    failPayments: ({ coachId }: Pick<CoachAccount, 'coachId'>, plan: 'plus' | 'pro') =>
      createFailingSubscription(owner.db, { coachId, plan, days: 2 }),

    /** A coach with nine clients, history, sessions, leads and books, not shared with other specs. */
    async createCoachWithHistory({ name = 'Jamie Chen', plan = 'plus' as Plan } = {}): Promise<CoachAccount> {
      const coach = await this.createCoach({ name, plan });
      const passwordHash = await getPasswordHash(PASSWORD);
      await seedCoach(owner.db, {
        coachId: coach.coachId,
        cast: castOf(coach.coachId.slice(-12), 9, [{}, { missed: 2 }]),
        account: { passwordHash, isDemo: true, timeZone: COACH_ZONE },
        now: new Date(),
        feeCents: 18_000,
        monthlyExpensesCents: 42_000,
        leads: 2,
        sessions: 6,
      });
      return coach;
    },

    /** A client who has just accepted the invitation: without onboarding, and with the first check-in due. */
    async createClient(
      coach: Pick<CoachAccount, 'coachId'>,
      {
        name = 'Nina Park',
        email = newEmail('nina'),
        timeZone = 'America/New_York',
        ...relationship
      }: NewRelationship & { name?: string; email?: string; timeZone?: string } = {},
    ): Promise<ClientAccount> {
      const passwordHash = await getPasswordHash(PASSWORD);
      const person = await createUser(owner.db, 'Client', { name, email, timeZone, passwordHash });
      const { coachId } = coach;
      const { clientId } = await createClient(owner.db, coachId, {
        person,
        checkInAnchor: getToday(),
        onboardingCompleted: false,
        ...relationship,
      });
      return { coachId, clientId, userId: person.id, name, email };
    },

    /** Six logged weeks of a client, after which the weekly review proposes another target. */
    reviewTargetOf: (client: ClientAccount, options: Parameters<typeof seedReviewedWeeks>[2]) =>
      owner.db.transaction((tx) => seedReviewedWeeks(tx, client, options)),

    /** Invites a client in the dialog, as the coach on `page`. */
    async invite(
      page: Page,
      { coachId }: Pick<CoachAccount, 'coachId'>,
      { name = 'Nina Park', email = newEmail('nina') } = {},
    ) {
      const clientId = randomUUID();
      const answer = await page.request.post('/rest/v1/clients', {
        data: { coachId, clientId, fullName: name, email },
        headers: { origin },
      });
      expect(answer.status(), await answer.text()).toBe(200);
      return { coachId, clientId, name, email };
    },

    /** Creates `count` clients without accounts, starting with `Client 01`. */
    async createNamesOnly(coach: Pick<CoachAccount, 'coachId'>, count: number, relationship: NewRelationship = {}) {
      for (let number = 1; number <= count; number += 1) {
        const fullName = `Client ${String(number).padStart(2, '0')}`;
        await createClient(owner.db, coach.coachId, { fullName, email: newEmail('client'), ...relationship });
      }
    },

    close: () => owner.close(),
  };
}
