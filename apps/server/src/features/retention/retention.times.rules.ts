import { createHash } from 'node:crypto';
import { WAIT_HOURS } from '@stridewell/contract/retention/retention.rules';

const HOUR_MS = 3_600_000;

/** Hours that a suggested time waits, drawn from its id: half of them none, the others one or two days. */
export function drawWait(id: string): (typeof WAIT_HOURS)[number] {
  const share = createHash('sha256').update(`time ${id}`).digest().readUInt32BE(0) / 2 ** 32;
  const [now, day, days] = WAIT_HOURS;
  if (share < 0.5) return now;
  return share < 0.75 ? day : days;
}

export const dueAfter = (madeAt: Date, hours: number): Date => new Date(madeAt.getTime() + hours * HOUR_MS);
