import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createCoach } from '../../../seed/factories.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { coaches } from '../../core/people/people.table.ts';
import { mintCoachScope, mintPersonScope, mintUserScope } from '../../core/tenancy/mint.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import { addToScope, Database, type Tx } from './database.ts';
import { type DatabaseUse, databaseUse } from './failures.ts';
import { createPool } from './pool.ts';
import { prepared } from './prepared.ts';

let test: TestApp;
let coachId: string;
beforeAll(async () => {
  test = await createTestApp();
  ({ id: coachId } = await createCoach(test.owner));
});
afterAll(() => test.close());

const settings = sql`select current_setting('app.role', true) as role, current_setting('app.coach_id', true) as coach`;
const zoneOf = async () => {
  const { rows } = await test.owner.execute(sql`select time_zone from coaches where id = ${coachId}`);
  return rows[0]?.time_zone;
};

describe('a transaction', () => {
  it('carries the scope of its caller, and removes it at the end', async () => {
    const { db } = test.services;
    const inside = await db.read(mintCoachScope(coachId), (tx) => tx.execute(settings));
    expect(inside.rows).toEqual([{ role: 'coach', coach: coachId }]);
    // No connection of the pool may keep the scope, including the one that was just used.
    const after = await Promise.all(
      Array.from({ length: 12 }, () => db.pool.query('select current_setting($1, true) as role', ['app.role'])),
    );
    for (const { rows } of after) expect(['', null]).toContain(rows[0].role);
  });

  it('waits for a busy connection only for a limited time, and for an idle one without a timer', async () => {
    const { connectionString } = test.services.db.pool.options;
    // Unlike the limits of other work in this process.
    const limit = 53;
    const pool = createPool({ connectionString, max: 1, connectionTimeoutMillis: limit }, () => undefined);
    try {
      const busy = await pool.connect();
      await expect(pool.query('select 1')).rejects.toThrow('timeout');
      busy.release();
      const timer = vi.spyOn(globalThis, 'setTimeout');
      const idle = await pool.connect();
      expect(timer.mock.calls.filter(([, delay]) => delay === limit)).toEqual([]);
      timer.mockRestore();
      await expect(pool.connect()).rejects.toThrow('timeout');
      idle.release();
    } finally {
      await pool.end();
    }
  });

  it('keeps statements of a finished transaction out of the next one on its connection', async () => {
    const single = new Database(test.services.db.pool.options.connectionString ?? '', {
      max: 1,
      secrets: [],
      onLost: () => undefined,
    });
    const ownZone = prepared('own_zone', (tx: Tx<CoachScope>, { coachId: id }) =>
      tx.select({ zone: coaches.timeZone }).from(coaches).where(eq(coaches.id, id)),
    );
    try {
      let left: Tx<CoachScope> | undefined;
      await single.read(mintCoachScope(coachId), async (tx) => {
        left = tx;
        expect(await ownZone(tx, {})).toHaveLength(1);
      });
      await single.read(mintCoachScope(crypto.randomUUID()), async (tx) => {
        await tx.execute(settings);
        await expect((async () => left?.execute(settings))()).rejects.toThrow();
        await expect((async () => left && ownZone(left, {}))()).rejects.toThrow('after the end of its transaction');
        // The statement that the first transaction prepared runs in the scope of the second.
        expect(await ownZone(tx, {})).toEqual([]);
      });
    } finally {
      await single.close();
    }
  });

  it('does not mix the scopes of concurrent callers', async () => {
    const ids = Array.from({ length: 40 }, () => crypto.randomUUID());
    const seen = await Promise.all(
      ids.map((id) =>
        test.services.db.read(mintCoachScope(id), async (tx) => (await tx.execute(settings)).rows[0]?.coach),
      ),
    );
    expect(seen).toEqual(ids);
  });

  it('writes nothing when its work fails', async () => {
    const failing = test.services.db.write(mintCoachScope(coachId), async (tx) => {
      await tx.execute(
        sql`insert into dismissed_follow_ups (coach_id, day, client_id) values (${coachId}, '2026-01-01', gen_random_uuid())`,
      );
    });
    await expect(failing).rejects.toMatchObject({
      cause: { code: '23503', message: expect.stringContaining('dismissed_follow_ups') },
    });
    const thrown = test.services.db.write(mintCoachScope(coachId), async (tx) => {
      await tx.execute(sql`insert into client_metrics values (${coachId}, '2026-01-01', 1, 1, 1, null, 0, 0)`);
      throw new Error('changed my mind');
    });
    await expect(thrown).rejects.toThrow('changed my mind');
    const { rows } = await test.owner.execute(sql`select 1 from client_metrics where coach_id = ${coachId}`);
    expect(rows).toEqual([]);
  });

  it('runs no concurrent statement of a failed transaction after its rollback', async () => {
    let followed: Promise<unknown> | undefined;
    const failing = test.services.db.write(mintCoachScope(coachId), async (tx) => {
      const failed = tx.execute(sql`select 1 / 0`).execute();
      followed = failed.catch(async () => {
        // The rollback has been sent and is not answered yet.
        for (let turn = 0; turn < 50; turn += 1) await undefined;
        return tx.execute(settings);
      });
      followed.catch(() => undefined);
      await failed;
    });
    await expect(failing).rejects.toThrow();
    await expect(followed).rejects.toHaveProperty('cause.message', 'a statement came after the end of its transaction');
  });

  it('sends the statements of one turn with one write', async () => {
    const { db } = test.services;
    const client = await db.pool.connect();
    const { stream } = client.connection;
    const several = vi.spyOn(stream, '_writev');
    const single = vi.spyOn(stream, '_write');
    try {
      const ask = (value: number) => client.query('select $1::int as value', [value]);
      const answers = await Promise.all([ask(1), Promise.resolve().then(() => ask(2)), ask(3)]);
      expect(answers.map(({ rows }) => rows[0].value)).toEqual([1, 2, 3]);
      expect(several.mock.calls.length + single.mock.calls.length).toBe(1);
    } finally {
      client.release();
    }
  });

  it('runs again after a deadlock', async () => {
    const { id: other } = await createCoach(test.owner);
    const lock = (tx: Tx, id: string) =>
      tx.execute(sql`select pg_advisory_xact_lock(hashtext(${id})), current_setting('app.role')`);
    let [runs, holding] = [0, 0];
    const { promise: bothHold, resolve: release } = Promise.withResolvers<void>();
    const work = (first: string, second: string) => async (tx: Tx) => {
      runs += 1;
      await lock(tx, first);
      holding += 1;
      if (holding >= 2) release();
      await bothHold;
      await lock(tx, second);
      return second;
    };
    const use: DatabaseUse = { statements: 0 };
    const both = await databaseUse.run(use, () =>
      Promise.all([
        test.services.db.write(mintCoachScope(coachId), work(coachId, other)),
        test.services.db.write(mintCoachScope(other), work(other, coachId)),
      ]),
    );
    expect(both).toEqual([other, coachId]);
    expect(runs).toBe(3);
    expect(use.unavailable).toBeUndefined();
  });

  it('runs again when only the error of a statement after the deadlock is seen', async () => {
    let runs = 0;
    const deadlock = sql`do $$ begin raise exception 'waited' using errcode = '40P01'; end $$`;
    const written = await test.services.db.write(mintCoachScope(coachId), async (tx) => {
      runs += 1;
      if (runs === 1) void tx.execute(deadlock).catch(() => undefined);
      await tx.execute(sql`select 1`);
      return runs;
    });
    expect(written).toBe(2);
  });

  it('gives up when every attempt ends in a deadlock', async () => {
    const { db } = test.services;
    let runs = 0;
    const use: DatabaseUse = { statements: 0 };
    const ended = databaseUse.run(use, () =>
      db.write(mintCoachScope(coachId), (tx) => {
        runs += 1;
        return tx.execute(sql`do $$ begin raise exception 'waited' using errcode = '40P01'; end $$`);
      }),
    );
    await expect(ended).rejects.toThrow();
    expect([runs, use.unavailable !== undefined]).toEqual([3, true]);
  });

  it('does not report a rollback as a commit when an error was swallowed', async () => {
    const swallowed = test.services.db.write(mintCoachScope(coachId), async (tx) => {
      await tx.execute(sql`insert into client_metrics values (${coachId}, '2026-01-02', 1, 1, 1, null, 0, 0)`);
      await tx.execute(sql`select 1 / 0`).catch(() => undefined);
    });
    await expect(swallowed).rejects.toThrow('rolled back');
  });

  it('refuses to write when it only reads', async () => {
    const writing = test.services.db.read(mintCoachScope(coachId), (tx) =>
      tx.execute(sql`insert into client_metrics values (${coachId}, '2026-01-03', 1, 1, 1, null, 0, 0)`),
    );
    await expect(writing).rejects.toMatchObject({ cause: { code: '25006' } });
  });

  it('turns a nested transaction into a savepoint', async () => {
    const day = sql`'2026-01-04'::date`;
    await test.services.db.write(mintCoachScope(coachId), async (tx) => {
      await tx.execute(sql`insert into client_metrics values (${coachId}, ${day}, 7, 1, 1, null, 0, 0)`);
      const inner = tx.transaction(async (nested) => {
        await nested.execute(sql`update client_metrics set total_active_clients = 8 where coach_id = ${coachId}`);
        throw new Error('only the inner part');
      });
      await expect(inner).rejects.toThrow('only the inner part');
      // The outer transaction still runs in its scope.
      expect((await tx.execute(settings)).rows).toEqual([{ role: 'coach', coach: coachId }]);
    });
    const { rows } = await test.owner.execute(
      sql`select total_active_clients as total from client_metrics where date = ${day}`,
    );
    expect(rows).toEqual([{ total: 7 }]);
  });

  it('leaves a working connection behind, whatever happened', async () => {
    const { db } = test.services;
    for (let round = 0; round < 15; round += 1) {
      await db.write(mintUserScope(coachId), (tx) => tx.execute(sql`select 1 / 0`)).catch(() => undefined);
    }
    expect(await db.read(mintUserScope(coachId), (tx) => tx.select({ id: coaches.id }).from(coaches))).toEqual([
      { id: coachId },
    ]);
    expect(await zoneOf()).toBe('America/Los_Angeles');
  });

  it('accepts further settings until its end, except malformed ones', async () => {
    const { db } = test.services;
    const person = sql`select current_setting('app.person_id', true) as person`;
    const personId = crypto.randomUUID();
    const named = await db.read(mintCoachScope(coachId), async (tx) => {
      await addToScope(tx, { personId });
      return (await tx.execute(person)).rows;
    });
    expect(named).toEqual([{ person: personId }]);
    for (const value of ["x'; drop table users; --", 'a b', 'Active', '']) {
      const adding = db.read(mintCoachScope(coachId), (tx) => addToScope(tx, { personId: value }));
      await expect(adding, value).rejects.toThrow('malformed');
    }
    for (const name of ['role', 'coachId', 'clientId']) {
      const replacing = db.read(mintCoachScope(coachId), (tx) => addToScope(tx, { [name]: personId }));
      await expect(replacing, name).rejects.toThrow(`its own ${name}`);
    }
    const { rows } = await db.read(mintCoachScope(coachId), (tx) => tx.execute<{ person: string | null }>(person));
    expect(['', null]).toContain(rows[0]?.person);
  });

  it.each(["x'; drop table users; --", '', 'A0000000-0000-0000-0000-000000000000'])(
    'takes no scope with the id %j',
    async (id) => {
      await expect(test.services.db.read(mintCoachScope(id), (tx) => tx.execute(settings))).rejects.toThrow(
        'malformed',
      );
    },
  );
});

describe('statements in another scope', () => {
  const scope = () => mintCoachScope(coachId);
  const other = () => mintPersonScope(randomUUID());
  const own = () => [{ role: 'coach', coach: coachId }];

  it('see only that scope, and leave no trace of it beside concurrent statements', async () => {
    const { db } = test.services;
    const person = other();
    await db.write(scope(), async (tx) => {
      const noticed = sql`select set_config('app.seen', concat_ws(' ', current_setting('app.role'),
        current_setting('app.coach_id'), current_setting('app.user_id')), true)`;
      const [before, , after] = await Promise.all([
        tx.execute(settings),
        tx.sendAs(person, [noticed]),
        tx.execute(settings),
      ]);
      const { rows } = await tx.execute(sql`select current_setting('app.seen') as seen`);
      expect(rows).toEqual([{ seen: `system_person  ${person.userId}` }]);
      for (const answer of [before, after, await tx.execute(settings)]) expect(answer.rows).toEqual(own());
    });
  });

  it('fail with their transaction', async () => {
    const { db } = test.services;
    const failing = db.write(scope(), (tx) => tx.sendAs(other(), [sql`select 1 / 0`]));
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect((await db.read(scope(), (tx) => tx.execute(settings))).rows).toEqual(own());
  });
});

describe('reading at once', () => {
  const scope = () => mintCoachScope(coachId);

  it('carries the scope for every concurrent statement', async () => {
    const { db } = test.services;
    const answers = await db.readAtOnce(scope(), (tx) =>
      Promise.all([tx.execute(settings), tx.select({ id: coaches.id }).from(coaches), tx.execute(settings)]),
    );
    const seen = [{ role: 'coach', coach: coachId }];
    expect(answers).toMatchObject([{ rows: seen }, [{ id: coachId }], { rows: seen }]);
  });

  it('refuses statements after its end', async () => {
    const late = test.services.db.readAtOnce(scope(), async (tx) => {
      await tx.execute(settings);
      return tx.execute(settings);
    });
    await expect(late).rejects.toMatchObject({ cause: { message: expect.stringContaining('after the end') } });
  });

  it('refuses to write, fails with its work, and swallows no error', async () => {
    const { db } = test.services;
    const writing = db.readAtOnce(scope(), (tx) => tx.execute(sql`delete from client_metrics`));
    await expect(writing).rejects.toMatchObject({ cause: { code: '25006' } });
    const thrown = db.readAtOnce(scope(), () => {
      throw new Error('changed my mind');
    });
    await expect(thrown).rejects.toThrow('changed my mind');
    const swallowed = db.readAtOnce(scope(), (tx) => tx.execute(sql`select 1 / 0`).catch(() => undefined));
    await expect(swallowed).rejects.toThrow('rolled back');
    for (let round = 0; round < 15; round += 1) {
      expect((await db.readAtOnce(scope(), (tx) => tx.execute(settings))).rows).toHaveLength(1);
    }
  });
});
