import { drizzle } from 'drizzle-orm/node-postgres';
import { sealedColumns } from '../features.ts';
import { withConnection } from '../platform/db/pool.ts';
import { createSeal } from '../platform/seal.ts';
import { countFormerJobs, resealColumn } from '../platform/sealed-columns.ts';
import { runCommand } from '../run-command.ts';

/**
 * Seals all secrets with the present ENCRYPTION_KEY, so that former keys can be removed. Ends with 1 while one of them is
 * still needed, and when no key opens a secret.
 */
await runCommand(
  async ({ env, database: { ownerUrl, secret } }) => {
    const seal = createSeal(env.ENCRYPTION_KEY ?? secret, env.ENCRYPTION_FORMER_KEYS);
    const print = (line: string) => void process.stdout.write(`${line}\n`);
    await withConnection(ownerUrl, async (client) => {
      const owner = drizzle(client);
      let [left, unreadable] = [0, 0];
      for (const column of sealedColumns) {
        const done = await resealColumn(owner, seal, column);
        left += done.busy;
        unreadable += done.unreadable;
        print(`${done.name}: ${done.renewed} sealed again`);
        if (done.unreadable > 0) print(`${done.name}: ${done.unreadable} open with none of the keys`);
      }
      left += await countFormerJobs(owner, seal);
      if (left > 0) print(`${left} in use or in waiting jobs need a former key. Run this again later.`);
      else if (unreadable === 0) print('ENCRYPTION_FORMER_KEYS can be removed.');
      if (left + unreadable > 0) process.exitCode = 1;
    });
  },
  { migrate: false },
);
