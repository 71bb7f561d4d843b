import { createHash } from 'node:crypto';
import { canonicalJson } from '@stridewell/contract/audit/audit.rules';
import { DELETE_CONFIRMATION } from '@stridewell/contract/identity/identity.rules';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OwnerDb } from '../../../seed/factories.ts';
import { createCoach } from '../../../seed/factories.ts';
import { createTestApp, PASSWORD, type TestApp } from '../../../test/app.ts';
import { AUDIT_KEYS, newAuditLog } from '../../../test/audit.ts';
import { TEST_SECRET } from '../../../test/cluster.ts';
import { anAuditMark } from '../../../test/factories/platform.ts';
import { aClient, aCoach } from '../../../test/people.ts';
import { mintCoachScope } from '../../core/tenancy/mint.ts';
import { carryOver, createAuditKeys, verifyGently } from './audit.check.service.ts';
import { audit } from './audit.service.ts';
import { findSealedCheck } from './audit.verify.data.ts';
import { verifyAudit } from './audit.verify.service.ts';

const OPERATOR = 'head@operators.example';

let test: TestApp;
let chains: string[];
beforeAll(async () => {
  test = await createTestApp({ OPERATOR_EMAILS: OPERATOR });
});
afterAll(() => test.close());
beforeEach(async () => {
  await newAuditLog(test);
  chains = [(await createCoach(test.owner)).id, (await createCoach(test.owner)).id].sort();
  for (const chainId of chains) for (let index = 0; index < 5; index += 1) await add(chainId, index);
  await verifyGently(test.services);
});

const add = (coachId: string, index: number) =>
  test.services.db.write(mintCoachScope(coachId), async (tx) =>
    audit(tx, { action: 'export.downloaded', after: { index } }),
  );

/** Problems found by a check, with chains by index. */
async function found(reader: OwnerDb, keys = AUDIT_KEYS, head?: string): Promise<string[]> {
  const { log, problems } = await verifyAudit(reader, keys, head);
  return [...log, ...problems.map(({ chainId, seq, problem }) => `${problem} ${chains.indexOf(chainId)}:${seq}`)];
}

/** Changes the log directly in the database, returns the problems that a check finds, and undoes the change. */
async function foundAfter(...attack: SQL[]): Promise<string[]> {
  let problems: string[] = [];
  const undone = test.owner.transaction(async (tx) => {
    for (const statement of attack) await tx.execute(statement);
    problems = await found(tx);
    tx.rollback();
  });
  await expect(undone).rejects.toThrow('Rollback');
  return problems;
}

const first = () => sql`chain_id = ${chains[0]}`;
const moveHead = (seal: SQL) => sql`update audit_chains c set last_seq = e.seq, hash = e.hash, seal = ${seal}
  from audit_entries e where e.chain_id = c.chain_id and e.seq = 3 and c.${first()}`;
const EVERYTHING = sql`truncate audit_entries, audit_chains, audit_marks, audit_checks`;

it('finds no problem in an untouched log, even after further entries and checks', async () => {
  expect(await found(test.owner)).toEqual([]);
  await add(chains[0] ?? '', 5);
  expect(await found(test.owner)).toEqual([]);
  await verifyGently(test.services);
  expect(await found(test.owner)).toEqual([]);
  expect(await findSealedCheck(test.owner)).toMatchObject({ chains: 2, entries: 11, carried: 0 });
});

describe('an attack with all rights of the database', () => {
  it('removes the end of a chain and moves the head back', async () => {
    const cut = sql`delete from audit_entries where ${first()} and seq > 3`;
    expect(await foundAfter(cut, moveHead(sql`c.seal`))).toEqual(['missing 0:4']);
    // The seal of the head shows that entries since the last check are missing.
    await add(chains[0] ?? '', 5);
    const back = sql`update audit_chains c set last_seq = e.seq, hash = e.hash from audit_entries e
      where e.chain_id = c.chain_id and e.seq = 5 and c.${first()}`;
    expect(await foundAfter(sql`delete from audit_entries where ${first()} and seq = 6`, back)).toEqual([
      'changed 0:5',
    ]);
  });

  it('moves the marks back too', async () => {
    const cut = sql`delete from audit_entries where ${first()} and seq > 3`;
    const marks = sql`update audit_marks m set seq = 3, hash = (select hash from audit_entries e
      where e.chain_id = m.chain_id and e.seq = 3) where ${first()}`;
    expect(await foundAfter(cut, moveHead(sql`c.seal`), marks)).toEqual(['marks_changed', 'changed 0:3']);
  });

  it('removes a chain', async () => {
    const remove = [sql`delete from audit_entries where ${first()}`, sql`delete from audit_chains where ${first()}`];
    expect(await foundAfter(...remove)).toEqual(['missing 0:0']);
    expect(await foundAfter(...remove, sql`delete from audit_marks where ${first()}`)).toEqual(['marks_changed']);
  });

  it('empties the tables', async () => {
    expect(await foundAfter(sql`truncate audit_entries, audit_chains`)).toEqual(['missing 0:0', 'missing 1:0']);
    expect(await foundAfter(sql`truncate audit_entries`)).toEqual(['missing 0:1', 'missing 1:1']);
    expect(await foundAfter(EVERYTHING)).toEqual(['check_missing']);
  });

  it('moves a time by a microsecond', async () => {
    const finer = sql`alter table audit_entries alter column at type timestamptz(6)`;
    const move = sql`update audit_entries set at = at + interval '1 microsecond' where ${first()} and seq = 2`;
    expect(await foundAfter(finer, move)).toEqual(['changed 0:2']);
  });

  it('changes an entry', async () => {
    const change = sql`update audit_entries set after = '{"index": 9}' where ${first()} and seq = 2`;
    expect(await foundAfter(change)).toEqual(['changed 0:2']);
  });

  it('inserts an entry into the middle', async () => {
    const shift = sql`update audit_entries set seq = seq + 1000 where ${first()} and seq > 2`;
    const insert = sql`insert into audit_entries select chain_id, 3, gen_random_uuid(), at, actor, actor_id, action,
      subject_id, client_id, before, after, network, hash from audit_entries where ${first()} and seq = 2`;
    const close = sql`update audit_entries set seq = seq - 999 where ${first()} and seq > 1000`;
    const head = sql`update audit_chains set last_seq = 6 where ${first()}`;
    const problems = await foundAfter(shift, insert, close, head);
    expect(problems).toContain('changed 0:3');
  });

  it('removes the checks', async () => {
    expect(await foundAfter(sql`truncate audit_checks`)).toEqual(['check_missing']);
    expect(await foundAfter(sql`truncate audit_checks, audit_marks`)).toEqual(['check_missing']);
    // If only the last check is removed, the marks are newer than the one before.
    await add(chains[0] ?? '', 5);
    await verifyGently(test.services);
    const last = sql`delete from audit_checks where finished_at = (select max(finished_at) from audit_checks)`;
    expect(await foundAfter(last)).toEqual(['marks_changed']);
  });

  it('changes the result of a check', async () => {
    expect(await foundAfter(sql`update audit_checks set entries = entries + 1 where seal is not null`)).toEqual([
      'check_changed',
    ]);
  });
});

it('is found by every later check, even after restarts', async () => {
  await test.owner.execute(sql`delete from audit_entries where ${first()} and seq > 3`);
  await test.owner.execute(moveHead(sql`c.seal`));
  // The application appends after the moved head.
  for (let index = 0; index < 5; index += 1) await add(chains[0] ?? '', 10 + index);
  const problems = ['changed 0:5', 'changed 0:8'];
  expect(await found(test.owner)).toEqual(problems);
  await verifyGently(test.services);
  await verifyGently(test.services);
  expect(await found(test.owner)).toEqual(problems);
  await test.owner.execute(EVERYTHING);
  await carryOver(test.owner, AUDIT_KEYS);
  await verifyGently(test.services);
  expect(await found(test.owner)).toEqual(['check_missing']);
});

describe('another secret', () => {
  const other = 'a-secret-of-another-installation-0123456789';

  it('is named as the reason', async () => {
    const problems = await found(test.owner, createAuditKeys([other]));
    expect(problems[0]).toBe('check_other_key');
    expect(new Set(problems.slice(1).map((problem) => problem.split(' ')[0]))).toEqual(new Set(['other_key']));
  });

  it('checks entries sealed with a former secret, if that is configured', async () => {
    expect(await found(test.owner, createAuditKeys([other, TEST_SECRET]))).toEqual([]);
  });
});

describe('the head of a check, outside of the database', () => {
  /** The heads in the server's log, newest last. */
  const logged = () =>
    test.logLines.flatMap((line) => {
      const { msg, head } = JSON.parse(line) as { msg: string; head?: string };
      return msg === 'audit log checked' && head ? [head] : [];
    });

  it('is logged and mailed to the operators', async () => {
    const head = logged().at(-1);
    expect(head).toMatch(/\/2\/10\/0\//);
    await expect.poll(async () => (await test.mailTo(OPERATOR)).text.replaceAll(/\s/g, '')).toContain(head);
    expect((await test.mailTo(OPERATOR)).subject).toContain('the audit log is intact');
  });

  it('agrees with a log that has grown', async () => {
    const head = logged().at(-1);
    await add(chains[0] ?? '', 5);
    await verifyGently(test.services);
    expect(await found(test.owner, AUDIT_KEYS, head)).toEqual([]);
  });

  it('reveals a restore of the whole database to an earlier time', async () => {
    const tables = ['audit_entries', 'audit_chains', 'audit_marks', 'audit_checks'];
    for (const table of tables) await test.owner.execute(sql.raw(`create table saved_${table} as table ${table}`));
    await add(chains[0] ?? '', 5);
    await verifyGently(test.services);
    const head = logged().at(-1);
    await test.owner.execute(EVERYTHING);
    for (const table of tables) {
      await test.owner.execute(sql.raw(`insert into ${table} select * from saved_${table}`));
      await test.owner.execute(sql.raw(`drop table saved_${table}`));
    }
    expect(await found(test.owner)).toEqual([]);
    expect(await found(test.owner, AUDIT_KEYS, head)).toEqual(['head_missing', 'fewer_entries']);
  });

  it('cannot be forged', async () => {
    const head = logged().at(-1) ?? '';
    expect(await found(test.owner, AUDIT_KEYS, head.replace('/2/10/', '/2/9/'))).toEqual(['head_forged']);
    expect(await found(test.owner, AUDIT_KEYS, 'anything')).toEqual(['head_unreadable']);
    const others = createAuditKeys(['a-secret-of-another-installation-0123456789']);
    expect(await found(test.owner, others, head)).toContain('head_other_key');
  });
});

describe('a log of a version without keys', () => {
  /** Hashes the entries like that version. */
  async function makeUnkeyed(): Promise<void> {
    await test.owner.execute(sql`alter table audit_entries drop constraint if exists audit_entries_hash_check`);
    const { rows } = await test.owner.execute<Record<string, unknown> & { chain_id: string; seq: number }>(
      sql`select e.*, e.seq::int as seq, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
        from audit_entries e order by e.chain_id, e.seq`,
    );
    let before = '';
    for (const row of rows) {
      const { chain_id, seq, id, at, actor, actor_id, action, subject_id, client_id, before: was, after: is } = row;
      if (seq === 1) before = '';
      const content = [before, chain_id, seq, id, at, actor, actor_id, action, subject_id, client_id, was, is];
      before = createHash('sha256')
        .update(canonicalJson([...content, row.network]))
        .digest('hex');
      const here = sql`chain_id = ${chain_id}`;
      await test.owner.execute(sql`update audit_entries set hash = ${before} where ${here} and seq = ${seq}`);
      await test.owner.execute(sql`update audit_chains set hash = ${before}, seal = null where ${here}`);
    }
    await test.owner.execute(sql`truncate audit_checks, audit_marks`);
    await anAuditMark(test);
    await test.owner.execute(sql`alter table audit_entries add constraint audit_entries_hash_check
      check (hash ~ '^[0-9a-f]{8}[.][0-9a-f]{64}$') not valid`);
  }

  it('is sealed once, and continued with the key', async () => {
    await makeUnkeyed();
    await carryOver(test.owner, AUDIT_KEYS);
    expect(await found(test.owner)).toEqual([]);
    await add(chains[0] ?? '', 5);
    expect(await found(test.owner)).toEqual([]);
    await verifyGently(test.services);
    expect(await findSealedCheck(test.owner)).toMatchObject({ chains: 2, entries: 11, carried: 10 });
    const recompute = sql`update audit_entries set after = '{"index": 9}', hash = repeat('0', 8) || '.' || repeat('0', 64)
      where ${first()} and seq = 5`;
    expect(await foundAfter(recompute)).toEqual(['changed 0:5', 'changed 0:6']);
    expect(await foundAfter(sql`update audit_chains set carried_seq = 0 where ${first()}`)).toContain('changed 0:1');
  });

  it('is not sealed when a check finds a problem', async () => {
    await makeUnkeyed();
    await test.owner.execute(sql`alter table audit_entries drop constraint if exists audit_entries_hash_check`);
    await test.owner.execute(sql`update audit_entries set network = '10.0.0.0/24' where ${first()} and seq = 2`);
    await carryOver(test.owner, AUDIT_KEYS);
    const problems = ['changed 0:2', 'changed 0:5'];
    expect(await found(test.owner)).toEqual(problems);
    await verifyGently(test.services);
    expect(await found(test.owner)).toEqual(problems);
  });
});

it('loses no entry with a deleted account', async () => {
  const coach = await aCoach(test);
  const client = await aClient(test, { of: coach });
  const caller = await test.signIn(client.email);
  await verifyGently(test.services);
  const before = await findSealedCheck(test.owner);
  await caller.api.identity.deleteAccount({ password: PASSWORD, confirmation: DELETE_CONFIRMATION });
  await verifyGently(test.services);
  const now = await findSealedCheck(test.owner);
  expect(now?.entries).toBeGreaterThan(before?.entries ?? 0);
  expect(await found(test.owner)).toEqual([]);
});
