import type { PushDevice } from '@stridewell/contract/notifications/notifications';
import { refuse } from '../../core/refusals.ts';
import type { UserScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  deleteByEndpoint,
  deleteDevice,
  deleteOldest,
  hasEndpoint,
  type NewPushDevice,
  selectDevices,
  takeFromOthers,
  upsertDevice,
} from './notifications.devices.data.ts';

/** More browsers than anyone uses. The one that was renewed longest ago leaves. */
const MOST_DEVICES = 10;

export const listPushDevices = selectDevices;

/**
 * Turns pushes on for a browser of the person in scope. A browser that renews itself names its former endpoint, which may
 * be the same.
 * @throws NOT_FOUND when the person does not have the former one: it was removed, or belongs to another person
 */
export async function addPushDevice(
  tx: Tx<UserScope>,
  { device, former, now }: { device: NewPushDevice; former?: string | undefined; now: Date },
): Promise<PushDevice> {
  if (former !== undefined) {
    const isOwn = former === device.endpoint ? await hasEndpoint(tx, former) : await deleteByEndpoint(tx, former);
    if (!isOwn) throw refuse('NOT_FOUND');
  }
  await takeFromOthers(tx, device.endpoint);
  const added = await upsertDevice(tx, device, now);
  await deleteOldest(tx, MOST_DEVICES);
  return added;
}

/** @throws NOT_FOUND */
export async function removePushDevice(tx: Tx<UserScope>, id: string): Promise<void> {
  if (!(await deleteDevice(tx, id))) throw refuse('NOT_FOUND');
}
