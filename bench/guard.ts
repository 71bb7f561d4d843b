import { createInterface } from 'node:readline';
import { cleanUp } from './clean-up.ts';

/**
 * Outlives the bench and cleans up after it, however it ended: `node guard.ts <folder>`. Standard input has `+<pid>`
 * for each child process that starts and `-<pid>` for each that ended. It ends with the bench.
 */
const [folder = ''] = process.argv.slice(2);
const children = new Set<number>();

for await (const line of createInterface({ input: process.stdin })) {
  const pid = Number(line.slice(1));
  if (line.startsWith('+')) children.add(pid);
  else children.delete(pid);
}
cleanUp(folder, children);
