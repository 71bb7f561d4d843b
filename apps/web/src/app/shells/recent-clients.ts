import { z } from 'zod';
import { recentKey } from '../../device/keys.ts';
import { deviceStorage } from '../../device/storage.ts';
import { viewing } from '../../lib/viewing.ts';

const recentClients = z.array(z.object({ clientId: z.string(), fullName: z.string() }));
export type RecentClient = z.infer<typeof recentClients>[number];

const MAX_RECENT = 5;

/** The clients that the coach opened recently, the newest first. */
export function readRecentClients(coachId: string): RecentClient[] {
  // Undefined as well for an entry that this app did not write.
  return recentClients.safeParse(deviceStorage.read(recentKey(coachId))).data ?? [];
}

export function addRecentClient(coachId: string, { clientId, fullName }: RecentClient): void {
  if (viewing.isOn()) return;
  const others = readRecentClients(coachId).filter((client) => client.clientId !== clientId);
  // Without storage only the order of the list is missing.
  deviceStorage.write(recentKey(coachId), [{ clientId, fullName }, ...others].slice(0, MAX_RECENT));
}
