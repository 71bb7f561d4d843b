import { planHasFeature, resolvePlan } from '@stridewell/contract/billing/billing.rules';
import type { Digest } from '@stridewell/contract/decisions/decisions';
import { DIGEST } from '@stridewell/contract/decisions/decisions.rules';
import { isoWeekday, wallClockInZone } from '@stridewell/contract/time';
import { type CoachAtTime, selectCoachesAtTime } from '../../core/people/coach-clock.data.ts';
import type { Infrastructure } from '../../core/services.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { defineMail } from '../../platform/mail/mail.ts';
import { eachDue } from '../../platform/queue/each-due.ts';
import { claimDigest, findDigest, findReader, hasClients, upsertDigest } from './decisions.digest.data.ts';
import { digestLines } from './decisions.digest.rules.ts';
import { digestScopeOf, mondaysScope } from './decisions.scopes.ts';
import { getQueue } from './decisions.service.ts';

export const digestMail = defineMail('monday_digest', async () => {
  const { digestSubject: subject, DigestMail: Body } = await import('./decisions.mail.tsx');
  return { subject, Body };
});

export const getDigest = async (tx: Tx<CoachScope>): Promise<Digest> => (await findDigest(tx)) ?? DIGEST;

/** Stores when the coach gets the mail of Monday. A Monday that had one gets no second one. */
export async function setDigest(tx: Tx<CoachScope>, { isOn, hour }: Digest): Promise<Digest> {
  await upsertDigest(tx, { isOn, hour });
  return { isOn, hour };
}

const MONDAY = { unit: 'isodow', is: 1 } as const;
const BATCH = 100;
const HOUR = 60;

type DigestDeps = Pick<Infrastructure, 'db' | 'log' | 'mailer' | 'env' | 'now'>;

/**
 * Mails coaches on Mondays, from their hour on, which decisions are prepared. One mail for each coach and week: the claim
 * is part of the transaction that queues the mail. A run that was missed is made up for until the end of the Monday.
 */
export async function sendDigests(deps: DigestDeps): Promise<void> {
  const { db, log, now } = deps;
  const at = now();
  await eachDue({
    name: 'coaches',
    log,
    failure: 'the mail of Monday was not sent',
    read: (after: { coachId: string } | undefined) =>
      db.read(mondaysScope, (tx) => selectCoachesAtTime(tx, MONDAY, { at, after: after?.coachId, limit: BATCH })),
    size: BATCH,
    place: ({ coachId }) => ({ coachId }),
    work: (coach) => db.write(digestScopeOf(coach.coachId), (tx) => sendDigest(tx, coach, deps, at)),
  });
}

async function sendDigest(
  tx: Tx<CoachScope>,
  { timeZone, storedPlan }: CoachAtTime,
  { mailer, env }: Pick<DigestDeps, 'mailer' | 'env'>,
  now: Date,
): Promise<void> {
  const plan = resolvePlan({ storedPlan, role: 'Coach-Base' }, 'server');
  if (!planHasFeature(plan, 'retention_tracking')) return;
  const { day: monday, minute } = wallClockInZone(now, timeZone);
  // The day may have ended since the coaches were read.
  if (isoWeekday(monday) !== 1) return;
  if (!(await claimDigest(tx, { monday, hour: Math.floor(minute / HOUR) }))) return;
  const reader = await findReader(tx);
  if (!reader?.isVerified || !(await hasClients(tx))) return;
  const { name, email, prescribes } = reader;
  // The lines hold no measurements, so the units do not matter.
  const { decisions } = await getQueue(tx, { now, timeZone, plan, units: 'metric', prescribes });
  const props = {
    name,
    count: String(decisions.length),
    lines: digestLines(decisions).join('\n'),
    url: `${env.appUrl}/coach/${tx.scope.coachId}/engagement/monday`,
    preferencesUrl: `${env.appUrl}/notifications?view=preferences`,
  };
  await mailer.send({ to: email, template: digestMail, props }, tx);
}
