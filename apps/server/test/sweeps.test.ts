import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobHandler } from '../src/core/feature.ts';
import { handlers } from '../src/jobs.ts';
import { ItemsFailed } from '../src/platform/queue/each-due.ts';
import { createTestApp, type TestApp } from './app.ts';
import { aTenant, SWEEPS, type Sweep, type Tenant } from './sweeps.ts';

/** Scheduled jobs that do not work through tenants, with the reason. */
const NO_SWEEPS: Readonly<Record<string, string>> = {
  'audit.verify': 'only reads the chains, and passes one that it cannot read (eachDue)',
  'jobs.check_alerts': 'measures the platform',
  'jobs.clean_up': 'one statement',
  'operator.count_platform': 'counts the platform',
  'retention.watch': 'sums the counts of the platform',
  'site.forget_holds': 'one statement',
};

let test: TestApp;
let tenants: Tenant[];
beforeAll(async () => {
  test = await createTestApp();
  tenants = [await aTenant(test), await aTenant(test), await aTenant(test)];
  // Most sweeps process coaches in order, so the first one fails first.
  tenants.sort((one, other) => (one.coach.id < other.coach.id ? -1 : 1));
  await test.owner.execute(sql`create function refuse_row() returns trigger language plpgsql as $$
    begin raise exception 'this row is refused'; end $$`);
});
afterAll(() => test.close());

const scheduled = handlers.filter(({ job }) => job.schedule !== undefined);

const runOf = ({ run }: JobHandler, { at }: Sweep) =>
  run({ ...test.services, ...(at && { now: () => at }) }, {} as never, { isLastTry: false });

const doneFor = ({ done }: Sweep) =>
  Promise.all(
    tenants.map(async (tenant) => (await test.owner.execute<{ count: number }>(done(tenant))).rows[0]?.count),
  );

/** Makes the database refuse all changes of a tenant's rows while `work` runs. */
async function whileRefused(
  { table, column = 'coach_id', value }: Sweep,
  tenant: Tenant,
  work: () => Promise<unknown>,
) {
  const refused = value?.(tenant) ?? tenant.coach.id;
  const on = async (event: 'insert or update' | 'delete', row: 'new' | 'old') =>
    test.owner.execute(
      sql.raw(`create trigger refuse_${row} before ${event} on ${table} for each row
        when (${row}.${column}::text = '${refused}') execute function refuse_row()`),
    );
  await on('insert or update', 'new');
  await on('delete', 'old');
  try {
    await work();
  } finally {
    await test.owner.execute(sql.raw(`drop trigger refuse_new on ${table}; drop trigger refuse_old on ${table}`));
  }
}

it('each scheduled job is among the sweeps or has a reason not to be', () => {
  expect(scheduled.map(({ job }) => job.queue.name).sort()).toEqual(
    [...Object.keys(SWEEPS), ...Object.keys(NO_SWEEPS)].sort(),
  );
});

describe.each(Object.entries(SWEEPS))('%s', (name, sweep) => {
  it('serves each tenant once although the first fails, and that one in the next run', async () => {
    const handler = scheduled.find(({ job }) => job.queue.name === name);
    const [first] = tenants;
    if (!handler || !first) throw new Error(`there is no job ${name}`);
    for (const tenant of tenants) await sweep.prepare(test, tenant);
    await whileRefused(sweep, first, async () => {
      test.logLines.length = 0;
      await expect(runOf(handler, sweep)).rejects.toThrow(ItemsFailed);
      const [failed, ...others] = await doneFor(sweep);
      expect([failed, ...others]).toEqual([0, 1, 1]);
      const { coach, client } = first;
      const named = test.logLines.some((line) => [coach.id, client.id].some((id) => line.includes(id)));
      expect(named).toBe(true);
    });
    // Two processes at once, as when a run takes longer than its schedule.
    await Promise.all([runOf(handler, sweep), runOf(handler, sweep)]);
    expect(await doneFor(sweep)).toEqual([1, 1, 1]);
    await runOf(handler, sweep);
    expect(await doneFor(sweep)).toEqual([1, 1, 1]);
  });
});
