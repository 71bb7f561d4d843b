import { existsSync, readFileSync } from 'node:fs';

/** Clock ticks of all processors since the machine started, and those used by other machines on its host. */
export type ProcessorTime = { all: number; stolen: number };

/** Column of the stolen ticks in the first line of the file (proc(5)). Later columns repeat earlier ones. */
const STOLEN = 7;

/** @returns null when the system has no such file */
export function readProcessorTime(file = '/proc/stat'): ProcessorTime | null {
  if (!existsSync(file)) return null;
  const [, ...columns] = readFileSync(file, 'utf8').split('\n', 1)[0]?.split(/\s+/) ?? [];
  const ticks = columns.slice(0, STOLEN + 1).map(Number);
  return { all: ticks.reduce((sum, each) => sum + each, 0), stolen: ticks[STOLEN] ?? 0 };
}

/** How much of the processors' time other machines on the host took between two readings, from 0 to 1. */
export function stolenShare(before: ProcessorTime | null, after: ProcessorTime | null): number | null {
  if (!before || !after || after.all === before.all) return null;
  return (after.stolen - before.stolen) / (after.all - before.all);
}
