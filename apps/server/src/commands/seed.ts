import { parseArgs } from 'node:util';
import { seedDemo } from '../../seed/demo.ts';
import { seedLarge } from '../../seed/large.ts';
import { readEnv } from '../env.ts';
import { createFileStore } from '../platform/files/store.ts';
import { createLogger } from '../platform/logger.ts';
import { findServerFolder, prepareDatabase } from '../prepare-database.ts';

/** Plants a scenario: `demo`, `empty` (tables alone), or `large --coaches=1000 --clients=10 --days=60`. */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    coaches: { type: 'string', default: '1000' },
    clients: { type: 'string', default: '10' },
    days: { type: 'string', default: '60' },
  },
});
const [scenario = 'demo'] = positionals;
const env = readEnv();
const log = createLogger({ level: env.LOG_LEVEL });
const { ownerUrl, stop } = await prepareDatabase(env, log, findServerFolder(import.meta.url));
try {
  // Its accounts have a published password, operators among them.
  if (scenario === 'demo' && !env.demo) throw new Error('the demo is planted in demo mode only: set DEMO=true');
  if (scenario === 'demo') await seedDemo({ ownerUrl, now: new Date(), files: createFileStore(env) });
  else if (scenario === 'large') {
    const sizes = {
      coaches: Number(values.coaches),
      clientsPerCoach: Number(values.clients),
      days: Number(values.days),
    };
    await seedLarge({ ownerUrl, now: new Date(), ...sizes });
  } else if (scenario !== 'empty') throw new Error(`there is no scenario "${scenario}": demo, empty or large`);
  log.info({ scenario }, 'seeded');
} finally {
  await stop();
}
