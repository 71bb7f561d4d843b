import { randomUUID } from 'node:crypto';
import type { AuditSearch } from '@stridewell/contract/audit/audit';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { asAppRole } from '../../../test/app-role.ts';
import { NO_SEAL, someAuditEntries } from '../../../test/factories/platform.ts';
import { aCoach, anOperator, type Coach, type Person } from '../../../test/people.ts';
import { recordStatements } from '../../../test/statements.ts';
import { mintCoachScope } from '../../core/tenancy/mint.ts';
import { databaseUse } from '../../platform/db/failures.ts';
import { verifyGently } from './audit.check.service.ts';
import { audit } from './audit.service.ts';

let test: TestApp;
let operator: Person;
let coach: Coach;
beforeAll(async () => {
  test = await createTestApp();
  operator = await anOperator(test);
  coach = await aCoach(test);
});
afterAll(() => test.close());
afterEach(async () => {
  await test.owner.execute(sql`delete from audit_entries where hash = ${NO_SEAL}`);
});

const search = (of: AuditSearch & { after?: string } = {}) => operator.api.audit.searchEntries(of);

/** An entry in the chain of a coach, from a network. */
const record = (id: string, address = '203.0.113.77', clientId?: string) =>
  databaseUse.run({ statements: 0, address }, () =>
    test.services.db.write(mintCoachScope(id), async (tx) =>
      audit(tx, { action: 'package.saved', after: { name: 'Gold' }, ...(clientId && { clientId }) }),
    ),
  );

describe('the search of operators', () => {
  it('finds entries by single and combined filters', async () => {
    const other = await aCoach(test);
    const clientId = randomUUID();
    await record(coach.id, '198.51.100.7', clientId);
    await record(other.id);
    const found = async (of: AuditSearch) =>
      (await search({ ...of, action: 'package.saved' })).entries.map(({ chainId }) => chainId);
    expect(await found({ about: coach.id })).toEqual([coach.id]);
    expect(await found({ by: other.email.toUpperCase() })).toEqual([other.id]);
    expect(await found({ clientId })).toEqual([coach.id]);
    expect(await found({ network: '198.51.100.0/24' })).toEqual([coach.id]);
    expect(await found({ network: '198.51.100.200', about: other.id })).toEqual([]);
    expect((await search({ about: coach.email, action: 'package.saved' })).entries).toMatchObject([
      {
        actor: 'coach',
        action: 'package.saved',
        seq: 1,
        clientId,
        network: '198.51.100.0/24',
        actorPerson: { name: coach.name, email: coach.email },
        chainPerson: { id: coach.id },
        after: { name: 'Gold' },
        hash: expect.stringMatching(/^[0-9a-f]{8}\.[0-9a-f]{64}$/),
      },
    ]);
    for (const nothing of ["' or 1=1 --", '%', '<script>', '\u202ea@b.c']) {
      expect((await search({ by: nothing })).entries).toEqual([]);
    }
  });

  it('finds all actions of a subject, page by page in the order of time', async () => {
    const busy = await aCoach(test);
    await someAuditEntries(test, {
      count: 90,
      chainId: busy.id,
      seq: sql`n + 100`,
      at: sql`date_trunc('minute', now()) - n / 3 * interval '1 minute'`,
      action: sql`(array['invoice.issued', 'payment.recorded', 'plan.changed'])[n % 3 + 1]`,
    });
    const of = { about: busy.id, subject: 'money' } as const;
    const first = await search(of);
    const rest = await search({ ...of, after: first.next ?? '' });
    const found = [...first.entries, ...rest.entries];
    expect(found).toHaveLength(60);
    expect(rest.next).toBeNull();
    expect(new Set(found.map(({ id }) => id)).size).toBe(60);
    expect(new Set(found.map(({ action }) => action))).toEqual(new Set(['invoice.issued', 'payment.recorded']));
    const places = found.map(({ at, id }) => `${at} ${id}`);
    expect(places).toEqual(places.toSorted().toReversed());
    expect((await search({ ...of, action: 'plan.changed' })).entries).toHaveLength(30);
  });

  it('finds entries of a period', async () => {
    await record(coach.id);
    const [newest] = (await search({ about: coach.id })).entries;
    const at = newest?.at ?? '';
    expect((await search({ about: coach.id, from: at })).entries).toHaveLength(1);
    expect((await search({ about: coach.id, before: at })).entries.map(({ id }) => id)).not.toContain(newest?.id);
    expect((await search({ from: '2199-01-01T00:00:00Z' })).entries).toEqual([]);
  });

  it('has pages that neither miss nor repeat entries', async () => {
    const busy = await aCoach(test);
    for (let index = 0; index < 53; index += 1) await record(busy.id);
    const first = await search({ about: busy.id });
    expect(first.entries).toHaveLength(50);
    const rest = await search({ about: busy.id, after: first.next ?? '' });
    expect([...first.entries, ...rest.entries].map(({ seq }) => seq)).toEqual(
      Array.from({ length: 53 }, (_, index) => 53 - index),
    );
    expect(rest.next).toBeNull();
  });

  it('uses an index in list order for each filter', async () => {
    const idOf = (n: SQL) => sql`('0190a5a0-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
    await someAuditEntries(test, {
      count: 60_000,
      chainId: idOf(sql`n % 10`),
      actor: 'coach',
      actorId: idOf(sql`n % 10`),
      action: sql`case when n % 3 = 0 then 'plan.changed' else 'invoice.issued' end`,
      clientId: idOf(sql`n % 11`),
      network: sql`'192.0.' || n % 12 || '.0/24'`,
    });
    await test.owner.execute(sql`analyze audit_entries`);
    const one = '0190a5a0-0000-7000-8000-000000000003';
    const filters: [string, AuditSearch][] = [
      ['audit_entries_time_index', {}],
      ['audit_entries_time_index', { from: '2026-01-01T00:00:00Z' }],
      ['audit_entries_action_index', { action: 'plan.changed' }],
      ['audit_entries_actor_index', { by: one }],
      ['audit_entries_chain_index', { about: one }],
      ['audit_entries_of_client_index', { clientId: one }],
      ['audit_entries_network_index', { network: '192.0.7.0/24' }],
    ];
    await asAppRole(test, { role: 'operator', userId: operator.id }, async (query) => {
      for (const [index, of] of filters) {
        const sent = await recordStatements(() => search(of));
        const statement = sent.find(({ text }) => text.includes('"audit_entries"') && text.includes('order by'));
        const { rows } = await query<{ 'QUERY PLAN': string }>(`explain ${statement?.text}`, statement?.values);
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        expect(plan).toContain(index);
        expect(plan).not.toMatch(/Sort|Seq Scan/);
      }
    });
  });

  it('exports the results as a file, and records the export', async () => {
    const { status, body } = await operator.caller.get<string>(`/exports/operator/audit-log.csv?about=${coach.id}`);
    expect(status).toBe(200);
    const lines = body.trim().split('\r\n');
    expect(lines[0]).toContain('"Time","Action","Actor"');
    expect(lines).toHaveLength((await search({ about: coach.id })).entries.length + 1);
    expect((await search({ about: operator.id, action: 'export.downloaded' })).entries).toMatchObject([
      { after: { file: 'audit log' } },
    ]);
    expect((await operator.caller.get('/exports/operator/audit-log.csv?action=gone')).status).toBe(400);
    expect((await coach.caller.get('/exports/operator/audit-log.csv')).status).toBe(403);
    expect((await test.anonymous.get('/exports/operator/audit-log.csv')).status).toBe(401);
  });
});

describe('the check of hashes', () => {
  it('finds a change in the check of one chain, and in the daily check of all', async () => {
    const changed = await aCoach(test);
    await record(changed.id);
    await record(changed.id);
    const check = (chainId: string) => operator.api.audit.verifyChain({ chainId });
    expect(await check(changed.id)).toEqual({ entries: 2, problems: [] });
    await verifyGently(test.services);
    const before = await operator.api.audit.getLastCheck({});
    expect(before).toMatchObject({ problems: 0, firstProblem: null });
    await test.owner.execute(sql`update audit_entries set after = '{}' where chain_id = ${changed.id} and seq = 2`);
    expect(await check(changed.id)).toEqual({
      entries: 2,
      problems: [{ chainId: changed.id, seq: 2, problem: 'changed' }],
    });
    await verifyGently(test.services);
    expect(await operator.api.audit.getLastCheck({})).toMatchObject({ problems: 1, firstProblem: changed.id });
    await expect(check(randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await test.owner.execute(sql`delete from audit_entries where chain_id = ${changed.id}`);
    await test.owner.execute(sql`delete from audit_chains where chain_id = ${changed.id}`);
  });

  it('does not report entries added during the check', async () => {
    const busy = await aCoach(test);
    await record(busy.id);
    let isDone = false;
    const writing = (async () => {
      for (let index = 0; index < 60; index += 1) await record(busy.id);
      isDone = true;
    })();
    while (!isDone) expect((await operator.api.audit.verifyChain({ chainId: busy.id })).problems).toEqual([]);
    await writing;
  });
});

it.each([
  ['clients.csv', 'clients'],
  ['leads.csv', 'leads'],
  ['payments.csv', 'payments'],
  ['expenses.csv', 'expenses'],
  ['business-metrics.csv', 'business metrics'],
  ['performance.csv', 'performance metrics'],
  ['interactions.csv', 'interaction report'],
])('a coach who downloads %s is recorded, and one who may not download it is not', async (path, file) => {
  const downloader = await aCoach(test);
  expect((await downloader.caller.get(`/exports/${downloader.id}/${path}`)).status).toBe(200);
  expect((await coach.caller.get(`/exports/${downloader.id}/${path}`)).status).toBe(404);
  expect((await search({ about: downloader.id, action: 'export.downloaded' })).entries).toMatchObject([
    { actor: 'coach', actorPerson: { id: downloader.id }, after: { file } },
  ]);
});
