import type { StoredRecord } from '@stridewell/contract/records/records';
import type { ClientRecord } from '@stridewell/contract/records/records.fields';
import { changedFields, onboardingProgress, type RecordField } from '@stridewell/contract/records/records.rules';
import { record as recordEvent } from '../../core/events/events.ts';
import { refuse } from '../../core/refusals.ts';
import { lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { attachFiles, releasePhoto } from '../files/files.service.ts';
import {
  findPhone,
  findRecord,
  type RecordRow,
  type StoredGoal,
  selectAllergies,
  selectPhones,
  updatePhoto,
  upsertRecord,
  weightGoal,
} from './records.data.ts';

/** For other features. */
export { findPhone, type StoredGoal, selectPhones as listPhones, weightGoal };

type PersonTx = Tx<CoachScope | ClientScope>;

function toStored({ fullName, goal, photoId, record: row }: RecordRow): StoredRecord {
  const record: ClientRecord = {
    fullName,
    goal: goal ?? '',
    goalWeightKg: row?.goalWeightKg ?? null,
    targetDay: row?.targetDay ?? null,
    startWeightKg: row?.startWeightKg ?? null,
    heightCm: row?.heightCm ?? null,
    dateOfBirth: row?.dateOfBirth ?? null,
    gender: row?.gender ?? null,
    fitnessLevel: row?.fitnessLevel ?? null,
    daysPerWeek: row?.daysPerWeek ?? null,
    availability: row?.availability ?? [],
    diet: row?.diet ?? '',
    dietaryRestrictions: row?.dietaryRestrictions ?? [],
    allergies: row?.allergies ?? [],
    injuries: row?.injuries ?? '',
    equipment: row?.equipment ?? [],
    phone: row?.phone ?? '',
    occupation: row?.occupation ?? '',
    emergencyName: row?.emergencyName ?? '',
    emergencyRelation: row?.emergencyRelation ?? '',
    emergencyPhone: row?.emergencyPhone ?? '',
    timeZone: row?.timeZone ?? null,
  };
  return {
    record,
    version: row?.version ?? 0,
    updatedBy: row?.updatedBy ?? null,
    updatedAt: row?.updatedAt.toISOString() ?? null,
    photoId,
    onboarding: onboardingProgress(record, photoId !== null),
  };
}

/** The allergies in the records of clients, by client. */
export async function readAllergiesOf(
  tx: PersonTx,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await selectAllergies(tx, clientIds);
  return new Map(rows.map(({ clientId, allergies }) => [clientId, allergies]));
}

/** @throws NOT_FOUND when the scope has no such client */
export async function getClientRecord(tx: PersonTx, clientId: string): Promise<StoredRecord> {
  const row = await findRecord(tx, clientId);
  if (!row) throw refuse('NOT_FOUND');
  return toStored(row);
}

/**
 * Saves an edit of version `version`. Idempotent.
 * @throws NOT_FOUND, RECORD_CHANGED with the stored record when another edit was saved first
 */
export async function saveClientRecord(
  tx: Tx<CoachScope, 'RECORD_CHANGED'>,
  { clientId, version, record }: { clientId: string; version: number; record: ClientRecord },
  now: Date,
): Promise<StoredRecord> {
  if (!(await lockRelationship(tx, clientId))) throw refuse('NOT_FOUND');
  const stored = await getClientRecord(tx, clientId);
  const fields = changedFields(stored.record, record);
  if (fields.length === 0) return stored;
  if (stored.version !== version) throw refuse(tx, 'RECORD_CHANGED', { data: { stored } });
  const row = await upsertRecord(tx, clientId, record, { version: version + 1, updatedBy: 'coach', updatedAt: now });
  await recordEvent(tx, { type: 'record.updated', clientId, occurredAt: now, data: { fields } });
  const { fullName, goal } = record;
  return toStored({ fullName, goal, photoId: stored.photoId, record: row });
}

/**
 * Changes some fields and keeps the others. Increments the version, so that an editor open elsewhere gets a conflict.
 */
export async function updateClientRecord(
  tx: PersonTx,
  clientId: string,
  changes: { [Field in RecordField]?: ClientRecord[Field] | undefined },
  now: Date,
): Promise<void> {
  const stored = await getClientRecord(tx, clientId);
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const record: ClientRecord = { ...stored.record, ...given };
  const fields = changedFields(stored.record, record);
  if (fields.length === 0) return;
  const actor = tx.scope.role;
  await upsertRecord(tx, clientId, record, { version: stored.version + 1, updatedBy: actor, updatedAt: now });
  await recordEvent(tx, { type: 'record.updated', clientId, occurredAt: now, data: { fields } });
}

/**
 * Changes or removes the photo of a client.
 * @throws NOT_FOUND for an unknown client or photo
 */
export async function setClientPhoto(
  tx: PersonTx,
  { clientId, fileId }: { clientId: string; fileId: string | null },
  now: Date,
): Promise<void> {
  const client = await lockRelationship(tx, clientId);
  if (!client) throw refuse('NOT_FOUND');
  if (!(await changeClientPhoto(tx, { clientId, shownId: client.photoId, fileId }, now))) throw refuse('NOT_FOUND');
}

/**
 * Changes the photo of a client whose relationship is locked.
 * @returns false unless `fileId` is an unused photo of the client; each caller refuses with its own code
 */
export async function changeClientPhoto(
  tx: PersonTx,
  { clientId, shownId, fileId }: { clientId: string; shownId: string | null; fileId: string | null },
  now: Date,
): Promise<boolean> {
  if (shownId === fileId) return true;
  if (fileId !== null && !(await attachFiles(tx, { clientId, ids: [fileId], purpose: 'avatar', now }))) return false;
  await updatePhoto(tx, clientId, fileId);
  if (shownId !== null) await releasePhoto(tx, shownId);
  return true;
}
