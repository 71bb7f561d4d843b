import { parseArgs } from 'node:util';
import { seedDemo } from '../../seed/demo.ts';
import { seedLarge } from '../../seed/large.ts';
import { createFileStore } from '../platform/files/store.ts';
import { PlainError } from '../platform/plain-error.ts';
import { runCommand } from '../run-command.ts';

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
await runCommand(async ({ env, log, database: { ownerUrl } }) => {
  // The demo accounts, operators included, have a published password.
  if (scenario === 'demo' && !env.demo) {
    throw new PlainError('The demo is planted in demo mode only: set DEMO=true.');
  }
  if (scenario === 'demo') await seedDemo({ ownerUrl, now: new Date(), files: createFileStore(env) });
  else if (scenario === 'large') {
    const sizes = {
      coaches: Number(values.coaches),
      clientsPerCoach: Number(values.clients),
      days: Number(values.days),
    };
    await seedLarge({ ownerUrl, now: new Date(), ...sizes });
  } else if (scenario !== 'empty') throw new PlainError(`There is no scenario "${scenario}": demo, empty or large.`);
  log.info({ scenario }, 'seeded');
});
