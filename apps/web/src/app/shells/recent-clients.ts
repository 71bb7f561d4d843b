import { recentKey } from '../../device/keys.ts';
import { deviceStorage } from '../../device/storage.ts';
import { isListOf, isObjectOf, isString } from '../../lib/shape.ts';
import { viewing } from '../../lib/viewing.ts';

export type RecentClient = { clientId: string; fullName: string };
const isRecentClients = isListOf(isObjectOf<RecentClient>({ clientId: isString, fullName: isString }));

const MAX_RECENT = 5;

/** The clients that the coach opened recently, the newest first. */
export function readRecentClients(coachId: string): RecentClient[] {
  const stored = deviceStorage.read(recentKey(coachId));
  return isRecentClients(stored) ? stored : [];
}

export function addRecentClient(coachId: string, { clientId, fullName }: RecentClient): void {
  if (viewing.isOn()) return;
  const others = readRecentClients(coachId).filter((client) => client.clientId !== clientId);
  // Without storage only the order of the list is missing.
  deviceStorage.write(recentKey(coachId), [{ clientId, fullName }, ...others].slice(0, MAX_RECENT));
}
