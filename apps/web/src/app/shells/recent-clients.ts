import { z } from 'zod';
import { recentKey } from '../../device/recent.ts';
import { viewing } from '../../lib/viewing.ts';

const recentClients = z.array(z.object({ clientId: z.string(), fullName: z.string() }));
export type RecentClient = z.infer<typeof recentClients>[number];

const MAX_RECENT = 5;

/** The clients that the coach opened recently, the newest first. */
export function readRecentClients(coachId: string): RecentClient[] {
  try {
    return recentClients.parse(JSON.parse(window.localStorage.getItem(recentKey(coachId)) ?? '[]'));
  } catch {
    // Not written by this app, or storage is switched off.
    return [];
  }
}

export function addRecentClient(coachId: string, { clientId, fullName }: RecentClient): void {
  if (viewing.isOn()) return;
  const others = readRecentClients(coachId).filter((client) => client.clientId !== clientId);
  try {
    window.localStorage.setItem(
      recentKey(coachId),
      JSON.stringify([{ clientId, fullName }, ...others].slice(0, MAX_RECENT)),
    );
  } catch {
    // Without storage only the order of the list is missing.
  }
}
