import type { StoredRecord } from '@stridewell/contract/clients';
import {
  type ClientRecord,
  changedFields,
  onboardingProgress,
  type RecordField,
} from '@stridewell/contract/clients.record.rules';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { attachFiles } from '../files/files.service.ts';
import {
  findRecord,
  insertEvent,
  lockClient,
  type RecordRow,
  updatePhoto,
  writeRecord,
} from './clients.record.data.ts';

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
    planStatus: row?.planStatus ?? 'none',
    photoId,
    onboarding: onboardingProgress(record, photoId !== null),
  };
}

export async function readRecord(
  tx: Tx<CoachScope | ClientScope>,
  clientId: string,
): Promise<StoredRecord | undefined> {
  const row = await findRecord(tx, clientId);
  return row && toStored(row);
}

export type SaveRecordResult =
  | { kind: 'not_found' }
  | { kind: 'saved'; stored: StoredRecord }
  | { kind: 'changed'; stored: StoredRecord };

/**
 * Stores an edit that began at `version`. Refused when somebody else was faster, with what is stored now. The same edit
 * sent again finds itself stored and changes nothing.
 */
export async function saveRecord(
  tx: Tx<CoachScope>,
  { clientId, version, record }: { clientId: string; version: number; record: ClientRecord },
  now: Date,
): Promise<SaveRecordResult> {
  if (!(await lockClient(tx, clientId))) return { kind: 'not_found' };
  const stored = await readRecord(tx, clientId);
  if (!stored) return { kind: 'not_found' };
  const fields = changedFields(stored.record, record);
  if (fields.length === 0) return { kind: 'saved', stored };
  if (stored.version !== version) return { kind: 'changed', stored };
  await writeRecord(tx, clientId, record, { version: version + 1, updatedBy: 'coach', updatedAt: now });
  await insertEvent(tx, clientId, { kind: 'record_edited', actor: 'coach', at: now, fields });
  const saved = await readRecord(tx, clientId);
  if (!saved) throw new Error('a record is not readable after it was written');
  return { kind: 'saved', stored: saved };
}

/** Shows another photo of a client, or none. False when there is no such client, or no such photo of them. */
export async function setPhoto(
  tx: Tx<CoachScope | ClientScope>,
  { clientId, fileId }: { clientId: string; fileId: string | null },
  now: Date,
): Promise<boolean> {
  const before = await lockClient(tx, clientId);
  if (!before) return false;
  if (before.photoId === fileId) return true;
  if (fileId !== null && !(await attachFiles(tx, { clientId, ids: [fileId], purpose: 'avatar', now }))) return false;
  await updatePhoto(tx, clientId, fileId);
  return true;
}
/** Writes some fields, whatever the others are meanwhile. What an editor has open is told that it changed. */
export async function patchRecord(
  tx: Tx<CoachScope | ClientScope>,
  clientId: string,
  patch: { [Field in RecordField]?: ClientRecord[Field] | undefined },
  now: Date,
): Promise<void> {
  const stored = await readRecord(tx, clientId);
  if (!stored) throw new Error('a client that is held has no record');
  const told = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  const record: ClientRecord = { ...stored.record, ...told };
  const fields = changedFields(stored.record, record);
  if (fields.length === 0) return;
  const actor = tx.scope.role;
  await writeRecord(tx, clientId, record, { version: stored.version + 1, updatedBy: actor, updatedAt: now });
  await insertEvent(tx, clientId, { kind: 'record_edited', actor, at: now, fields });
}

/** Holds a current client until the transaction ends; false where there is none that the scope may write for. */
export const holdClient = async (tx: Tx<CoachScope | ClientScope>, clientId: string): Promise<boolean> =>
  (await lockClient(tx, clientId)) !== undefined;

export const noteOnboarded = (tx: Tx<CoachScope | ClientScope>, clientId: string, at: Date): Promise<void> =>
  insertEvent(tx, clientId, { kind: 'onboarding_completed', actor: tx.scope.role, at });
