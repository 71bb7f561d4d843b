import { OPERATOR_INVITATION_DAYS } from '@stridewell/contract/operator/operator.rules';
import { dayInZone, instantAtWallClock } from '@stridewell/contract/time';
import { hashPassword } from 'better-auth/crypto';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { v7 as uuidv7 } from 'uuid';
import { users } from '../src/core/people/people.table.ts';
import { coachSetups } from '../src/features/onboarding/onboarding.table.ts';
import { operatorInvitations } from '../src/features/operator/operator.table.ts';
import { withConnection } from '../src/platform/db/pool.ts';
import type { FileStore } from '../src/platform/files/store.ts';
import { seedAbsence, seedActions } from './demo-actions.ts';
import { seedBilling } from './demo-billing.ts';
import { castOf } from './demo-casts.ts';
import { DEMO_CLIENTS, DEMO_LEADS, DEMO_SESSIONS, DEMO_ZONE } from './demo-clients.ts';
import { type DemoAccount, type DemoScene, seedCoach } from './demo-coach.ts';
import { seedReceipts } from './demo-expenses.ts';
import { seedFiles } from './demo-files.ts';
import { DEMO_FORMER } from './demo-former.ts';
import { seedMealPhotos } from './demo-meal-photos.ts';
import { seedNotifications } from './demo-notifications.ts';
import { seedProspects } from './demo-prospects.ts';
import { seedReviews } from './demo-reviews.ts';
import { seedVisits } from './demo-visits.ts';
import { seedEvents } from './events.ts';
import { createCoach, createUser, type NewCoach, type OwnerDb } from './factories.ts';

const DEMO_PASSWORD = 'demo-password-1';
const DAY_MS = 86_400_000;

/** Seeds the demo accounts with half a year of history, relative to `now`. Does nothing if they exist. */
export async function seedDemo(options: { ownerUrl: string; now: Date; files: FileStore }): Promise<void> {
  await withConnection(options.ownerUrl, async (owner) => {
    const db = drizzle(owner);
    await db.transaction(async (tx) => {
      // Two processes that start together must not both seed.
      await tx.execute('select pg_advisory_xact_lock(7274111)');
      const existing = await tx
        .select({ id: users.id })
        .from(users)
        .where(eq(users.email, 'demo.coach.pro@example.com'));
      if (existing.length > 0) return;
      await seed(tx, options.now);
      await seedBilling(tx, options.now);
      await seedFiles(tx, options.files);
      await seedMealPhotos(tx, options.files, options.now);
      await seedReceiptsOf(tx, 'demo.coach.pro@example.com', options);
      await seedReviews(tx, options.now);
      await seedEvents(tx);
      await seedVisits(tx, options.now);
      await seedActions(tx, options.now);
      await seedAbsence(tx, options.now);
      await seedNotifications(tx, options.now);
      await seedProspects(tx, options.now);
    });
  });
}

async function seedReceiptsOf(db: OwnerDb, email: string, { files, now }: { files: FileStore; now: Date }) {
  const [coach] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (coach) await seedReceipts(db, files, coach.id, now);
}

type Scene = Omit<DemoScene, 'coachId' | 'account' | 'now'>;

/** Clients with missed check-ins, falling adherence and a plateau, so that every rule applies to one. */
const TROUBLES = [{}, { missed: 2 }, { lately: 60 }, { weeklyKg: 0, adherence: 92, months: 6 }];

/** The pitch account has the figures of the public demo: 23 clients and $4.2k this month. */
const PITCH_CLIENTS = 23;
const PITCH_FEE_CENTS = 18_000;
const PITCH_REVENUE_CENTS = 420_000;

/** Minutes after midnight at which a coach joins. */
const JOINED_AT = 480;

/** How many days ago the operators joined, before all their records. */
const OPERATORS_JOINED = 500;
const SUPPORT_JOINED = 90;

const COACHES: readonly { coach: NewCoach; joined: number; scene: Scene }[] = [
  {
    coach: { plan: 'pro', name: 'Alex Rivera', email: 'demo.coach.pro@example.com' },
    joined: 452,
    scene: {
      cast: DEMO_CLIENTS,
      former: DEMO_FORMER,
      feeCents: 25_000,
      monthlyExpensesCents: 103_400,
      leads: DEMO_LEADS.length,
      sessions: DEMO_SESSIONS.length,
      forms: true,
      programs: true,
    },
  },
  {
    coach: { plan: 'plus', name: 'Jamie Chen', email: 'demo.coach.plus@example.com' },
    joined: 331,
    scene: { cast: castOf('plus', 9, TROUBLES), feeCents: 18_000, monthlyExpensesCents: 42_000, leads: 5, sessions: 6 },
  },
  {
    coach: { plan: 'base', name: 'Sam Carter', email: 'demo.coach.base@example.com' },
    joined: 262,
    scene: { cast: castOf('base', 4, TROUBLES), leads: 2, sessions: 3 },
  },
  {
    coach: { plan: 'base', name: 'Robin Hayes', email: 'coach@example.com' },
    joined: 240,
    scene: { cast: castOf('example', 3), leads: 1, sessions: 2 },
  },
  {
    coach: { plan: 'base', name: 'Dana Brooks', email: 'demo@example.com' },
    joined: 221,
    scene: {
      cast: castOf('legacy', 3, [{ name: 'Casey Morgan', email: 'democlient@example.com' }, ...TROUBLES.slice(1)]),
      leads: 1,
      sessions: 2,
    },
  },
  {
    coach: { plan: 'pro', name: 'Morgan Blake', email: 'pitch@example.com' },
    joined: 398,
    scene: {
      cast: castOf('pitch', PITCH_CLIENTS, TROUBLES),
      feeCents: PITCH_FEE_CENTS,
      firstFeeCents: PITCH_REVENUE_CENTS - (PITCH_CLIENTS - 1) * PITCH_FEE_CENTS,
      monthlyExpensesCents: 96_000,
      leads: DEMO_LEADS.length,
      sessions: DEMO_SESSIONS.length,
    },
  },
];

async function seed(db: OwnerDb, now: Date): Promise<void> {
  const account: DemoAccount = {
    passwordHash: await hashPassword(DEMO_PASSWORD),
    isDemo: true,
    timeZone: DEMO_ZONE,
  };
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  for (const { coach, joined, scene } of COACHES) {
    const { id } = await createCoach(db, { ...account, ...coach, joinedAt: monthsBegin(daysAgo(joined)) });
    await seedCoach(db, { ...scene, coachId: id, account, now });
    // Paying coaches have completed the setup; the others show its beginning.
    if (coach.plan !== 'base') await db.insert(coachSetups).values({ coachId: id, step: 'done', dismissed: true });
  }
  const operator = { ...account, name: 'System Operator', joinedAt: daysAgo(OPERATORS_JOINED) };
  const admin = await createUser(db, 'Operator', { ...operator, email: 'demo.operator@example.com' });
  await createUser(db, 'Operator', { ...operator, email: 'operator@example.com' });
  await seedTeam(db, account, { invitedBy: admin.id, now });
}

/** The first morning of the month: the books of a coach hold whole months, also the first. */
const monthsBegin = (at: Date): Date =>
  instantAtWallClock(`${dayInZone(at, DEMO_ZONE).slice(0, 7)}-01`, JOINED_AT, DEMO_ZONE);

/** Seeds a second operator with fewer rights, and an invitation from yesterday. */
async function seedTeam(
  db: OwnerDb,
  account: DemoAccount,
  { invitedBy, now }: { invitedBy: string; now: Date },
): Promise<void> {
  const email = 'demo.support@example.com';
  const joinedAt = new Date(now.getTime() - SUPPORT_JOINED * DAY_MS);
  await createUser(db, 'Operator', { ...account, name: 'Sam Okafor', email, operatorRole: 'support', joinedAt });
  const sentAt = new Date(now.getTime() - DAY_MS);
  await db.insert(operatorInvitations).values({
    id: uuidv7(),
    email: 'billie.marsh@example.com',
    role: 'billing',
    // The digest of no secret, so that no link works.
    tokenDigest: '',
    invitedBy,
    sentAt,
    expiresAt: new Date(sentAt.getTime() + OPERATOR_INVITATION_DAYS * DAY_MS),
  });
}
