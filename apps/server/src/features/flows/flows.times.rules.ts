import { createHash } from 'node:crypto';
import { CAP_DAYS } from '@stridewell/contract/flows/flows.rules';

export const DAY_MS = 86_400_000;

/** The first instant at which the cap allows another automatic message. */
export const capEnds = (lastSentAt: Date): Date => new Date(lastSentAt.getTime() + CAP_DAYS * DAY_MS);

/** Whether a flow holds a client out. The same client and flow always have the same answer; a larger share adds some. */
export function isHeldOut({ flowId, clientId }: { flowId: string; clientId: string }, percent: number): boolean {
  const share = createHash('sha256').update(`${flowId} ${clientId}`).digest().readUInt32BE(0) / 2 ** 32;
  return share * 100 < percent;
}
