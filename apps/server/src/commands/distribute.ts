import { PLACEMENT } from '../core/tenancy/placement.ts';
import { distributeTables } from '../platform/db/distribute.ts';
import { withConnection } from '../platform/db/pool.ts';
import { runCommand } from '../run-command.ts';

/** Distributes the tenants over the machines of the Citus cluster whose coordinator is at DATABASE_URL. */
await runCommand(async ({ database: { ownerUrl, secret } }) => {
  const placed = await withConnection(ownerUrl, (owner) => distributeTables(owner, { ...PLACEMENT, secret }));
  for (const { table, placed: how, before } of placed) {
    process.stdout.write(`${table}: ${before ? `was ${how} already` : how}\n`);
  }
});
