import type { AuditFacts } from '@stridewell/contract/audit/audit.rules';
import { DELETE_CONFIRMATION } from '@stridewell/contract/identity/identity.rules';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient, createCoach, type OwnerDb } from '../../../seed/factories.ts';
import { PASSWORD, shareTestApp, type TestApp } from '../../../test/app.ts';
import { AUDIT_KEYS, newAuditLog } from '../../../test/audit.ts';
import { aClient, aCoach } from '../../../test/people.ts';
import {
  mintClientScope,
  mintCoachScope,
  mintPayerScope,
  mintUserScope,
  systemScope,
} from '../../core/tenancy/mint.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import { databaseUse } from '../../platform/db/failures.ts';
import { audit, auditAbout } from './audit.service.ts';
import { verifyAudit } from './audit.verify.service.ts';

let test: TestApp;
let scope: CoachScope;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  await newAuditLog(test);
  scope = mintCoachScope((await createCoach(test.owner)).id);
});

const db = () => test.services.db;
const add = (facts: AuditFacts = {}, in_ = scope) =>
  db().write(in_, async (tx) => audit(tx, { action: 'export.downloaded', after: facts }));
const problems = async (reader: OwnerDb = test.owner) => {
  const report = await verifyAudit(reader, AUDIT_KEYS);
  return [...report.log, ...report.problems.map(({ seq, problem }) => `${problem} ${seq}`)];
};
const rows = async () => {
  const found = await test.owner.execute<Record<string, unknown>>(
    sql`select seq::int, actor, actor_id, action, client_id, after, network from audit_entries order by chain_id, seq`,
  );
  return found.rows;
};

it('says who did what, from which network, with the facts', async () => {
  const use = { statements: 0, address: '203.0.113.77' };
  await databaseUse.run(use, () => add({ amountCents: 4900, currency: 'USD' }));
  expect(await rows()).toEqual([
    {
      seq: 1,
      actor: 'coach',
      actor_id: scope.coachId,
      action: 'export.downloaded',
      client_id: null,
      after: { amountCents: 4900, currency: 'USD' },
      network: '203.0.113.0/24',
    },
  ]);
});

it('refuses entries for anyone but the user of the scope', async () => {
  const byClient = crypto.randomUUID();
  const forged = db().write(scope, async (tx) => audit(tx, { action: 'payment.recorded', byClient }));
  await expect(forged).rejects.toThrow();
  expect(await rows()).toEqual([]);
  const payer = mintPayerScope({ coachId: scope.coachId, userId: byClient });
  await db().write(payer, async (tx) => audit(tx, { action: 'payment.recorded', byClient }));
  expect(await rows()).toMatchObject([{ actor: 'client', actor_id: byClient }]);
});

it('drops the entries of a failed transaction', async () => {
  const failed = db().write(scope, async (tx) => {
    audit(tx, { action: 'export.downloaded' });
    await Promise.resolve();
    throw new Error('the change failed');
  });
  await expect(failed).rejects.toThrow('the change failed');
  expect(await rows()).toEqual([]);
});

it('numbers concurrent entries without gaps', async () => {
  await Promise.all(Array.from({ length: 25 }, (_, index) => add({ index })));
  expect((await rows()).map(({ seq }) => seq)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
  expect(await verifyAudit(test.owner, AUDIT_KEYS)).toEqual({ chains: 1, entries: 25, problems: [], log: [] });
});

it('keeps the entries of one transaction in order, each in its chain', async () => {
  const other = await createCoach(test.owner);
  await db().write(systemScope.billing, async (tx) => {
    auditAbout(tx, other.id, { action: 'plan.changed', before: { plan: 'base' }, after: { plan: 'plus' } });
    auditAbout(tx, scope.coachId, { action: 'plan.changed', after: { plan: 'pro' } });
    auditAbout(tx, other.id, { action: 'role.changed', after: { role: 'Coach-Plus' } });
  });
  expect((await rows()).map(({ seq, actor, action }) => `${seq} ${actor} ${action}`).sort()).toEqual([
    '1 system plan.changed',
    '1 system plan.changed',
    '2 system role.changed',
  ]);
  expect(await problems()).toEqual([]);
});

it('finds every changed, missing and added entry', async () => {
  for (let index = 0; index < 6; index += 1) await add({ index });
  const tampers = [
    [sql`update audit_entries set after = '{"index": 9}' where seq = 3`, ['changed 3']],
    [sql`update audit_entries set at = at + interval '1 millisecond' where seq = 6`, ['changed 6']],
    [sql`update audit_entries set actor_id = null where seq = 1`, ['changed 1']],
    [
      sql`update audit_entries set network = null, hash = overlay(hash placing '0000' from 20) where seq = 2`,
      ['changed 2', 'changed 3'],
    ],
    [sql`delete from audit_entries where seq = 4`, ['missing 4']],
    [sql`delete from audit_entries where seq = 6`, ['missing 6']],
    [sql`delete from audit_entries`, ['missing 1']],
    [sql`delete from audit_chains`, ['missing 0']],
    [
      sql`insert into audit_entries select chain_id, 7, id, at, actor, actor_id, action, subject_id, client_id, before, after,
        network, hash from audit_entries where seq = 6`,
      ['changed 7'],
    ],
  ] as const;
  for (const [tamper, found] of tampers) {
    const undo = test.owner.transaction(async (tx) => {
      await tx.execute(tamper);
      expect(await problems(tx)).toEqual(found);
      tx.rollback();
    });
    await expect(undo).rejects.toThrow('Rollback');
  }
  expect(await problems()).toEqual([]);
});

it('seals any JSON facts', async () => {
  const facts = fc.dictionary(
    fc.string({ unit: 'grapheme', maxLength: 12 }).filter((key) => !key.includes('\u0000') && key !== '__proto__'),
    fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.constantFrom('USD', 'paid', '\u{1f600}', '"')),
    { maxKeys: 6, noNullPrototype: true },
  );
  await fc.assert(
    fc.asyncProperty(facts, async (after) => {
      await add(after);
    }),
    { numRuns: 40 },
  );
  expect(await problems()).toEqual([]);
});

it('cannot be changed or emptied by the application', async () => {
  await add();
  for (const change of [sql`update audit_entries set after = null`, sql`delete from audit_entries`]) {
    const changed = db().write(scope, async (tx) => {
      await tx.execute(change);
    });
    await expect(changed).rejects.toMatchObject({ cause: { code: '42501' } });
  }
});

it('refuses entries in the name of another person or tenant', async () => {
  const other = await createCoach(test.owner);
  const { clientId } = await createClient(test.owner, scope.coachId);
  const client = mintClientScope({
    userId: other.id,
    coachId: scope.coachId,
    clientId,
    relationshipStatus: 'active',
    seat: 'covered',
    numbersOff: false,
  });
  const attempts = [
    () => db().write(scope, async (tx) => auditAbout(tx, other.id, { action: 'role.changed' })),
    () => db().write(mintUserScope(other.id), async (tx) => auditAbout(tx, scope.coachId, { action: 'role.changed' })),
    () => db().write(client, async (tx) => audit(tx, { action: 'export.downloaded' })),
    () => db().write(systemScope.site, async (tx) => auditAbout(tx, scope.coachId, { action: 'role.changed' })),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ cause: { code: '42501' } });
  await db().write(client, async (tx) => audit(tx, { action: 'export.downloaded', clientId }));
  expect((await rows()).map(({ actor, client_id }) => [actor, client_id])).toEqual([['client', clientId]]);
});

describe('account activity', () => {
  const actionsOf = async (chainId: string) => {
    const { rows: found } = await test.owner.execute<{ action: string; actor: string; actor_id: string }>(
      sql`select action, actor, actor_id from audit_entries where chain_id = ${chainId} order by seq`,
    );
    return found.map(({ action, actor, actor_id: by }) => `${action} by ${actor}${by === chainId ? '' : ` ${by}`}`);
  };

  it('is recorded: sign-in, password, health answers, consent, deletion', async () => {
    const coach = await aCoach(test);
    const client = await aClient(test, { of: coach });
    await test.signIn(client.email);
    await client.caller.send('POST', '/auth/v1/change-password', {
      currentPassword: PASSWORD,
      newPassword: 'another-horse-2',
    });
    // After the change, the library opens a new session and ends all others.
    expect(await actionsOf(client.id)).toEqual([
      'account.signed_in by person',
      'account.signed_in by person',
      'account.password_changed by person',
    ]);
    const again = await test.signIn(client.email, 'another-horse-2');
    await again.api.onboarding.withdrawConsent({ coachId: coach.id, clientId: client.clientId });
    expect(await actionsOf(coach.id)).toEqual([`health.consent_changed by client ${client.id}`]);
    await again.api.identity.deleteAccount({
      password: 'another-horse-2',
      confirmation: DELETE_CONFIRMATION,
    });
    expect((await actionsOf(client.id)).at(-1)).toBe('account.deleted by person');
    expect(await problems()).toEqual([]);
  });

  it('is shown to the people it concerns, page by page', async () => {
    const coach = await aCoach(test);
    const client = await aClient(test, { of: coach });
    const other = await aClient(test, { of: coach });
    const own = mintCoachScope(coach.id);
    const entry = (index: number, clientId?: string) =>
      db().write(own, async (tx) =>
        audit(tx, { action: 'payment.recorded', after: { index }, ...(clientId && { clientId }) }),
      );
    for (let index = 0; index < 52; index += 1) await entry(index);
    await entry(52, client.clientId);
    await entry(53, other.clientId);
    const first = await coach.api.audit.listOwnEntries({});
    const second = await coach.api.audit.listOwnEntries({ before: first.next ?? 0 });
    const numbers = [...first.entries, ...second.entries].map(({ after }) => after?.index);
    expect(numbers).toEqual(Array.from({ length: 54 }, (_, index) => 53 - index));
    expect(second.next).toBeNull();
    expect(first.entries[0]).toMatchObject({ actor: 'coach', own: true });
    await db().write(own, async (tx) =>
      audit(tx, { action: 'sequence.step', after: { step: 'mail' }, bySystem: true }),
    );
    expect((await coach.api.audit.listOwnEntries({})).entries[0]).toMatchObject({ actor: 'system', own: false });
    const read = await client.api.audit.listCoachingEntries({});
    expect(read.entries).toMatchObject([{ after: { index: 52 }, actor: 'coach', own: false }]);
    expect((await client.api.audit.listOwnEntries({})).entries).toEqual([]);
  });
});
