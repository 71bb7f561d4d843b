import { z } from 'zod';
import { recentKey } from '../../lib/recent.ts';

const recentClients = z.array(z.object({ clientId: z.string(), fullName: z.string() }));
export type RecentClient = z.infer<typeof recentClients>[number];

const KEPT = 5;

/** Clients whom the coach opened lately, the last one first. */
export function readRecentClients(coachId: string): RecentClient[] {
  try {
    return recentClients.parse(JSON.parse(window.localStorage.getItem(recentKey(coachId)) ?? '[]'));
  } catch {
    // Somebody else wrote it, or the browser keeps nothing: then there is nobody to put first.
    return [];
  }
}

export function noteRecentClient(coachId: string, { clientId, fullName }: RecentClient): void {
  const others = readRecentClients(coachId).filter((client) => client.clientId !== clientId);
  try {
    window.localStorage.setItem(recentKey(coachId), JSON.stringify([{ clientId, fullName }, ...others].slice(0, KEPT)));
  } catch {
    // A full or forbidden storage costs an order and nothing else.
  }
}
