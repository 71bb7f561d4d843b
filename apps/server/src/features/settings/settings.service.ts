import type { AuditFacts } from '@stridewell/contract/audit/audit.rules';
import type { SaveSettingsInput } from '@stridewell/contract/settings/settings';
import { refuse } from '../../core/refusals.ts';
import { lockSection, selectSections, storeSection } from '../../core/settings/settings.data.ts';
import { type CurrentSettings, readSections, SETTINGS_CHANGED, type Versioned } from '../../core/settings/settings.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Env } from '../../env.ts';
import type { Tx } from '../../platform/db/database.ts';
import { announce } from '../../platform/realtime/live.ts';
import { auditAbout } from '../audit/audit.service.ts';

type SettingsDeps = { env: Pick<Env, 'demoAvailability'>; now: Date };

/** The stored settings, bypassing the cache of the process. */
export const getSettings = async (tx: Tx<OperatorScope>, { env }: SettingsDeps): Promise<CurrentSettings> =>
  readSections(await selectSections(tx), env.demoAvailability);

/**
 * Saves a section, unless it has changed since the version that the operator edited, and notifies all processes.
 * Idempotent.
 * @returns the new version of the section
 * @throws SETTINGS_CHANGED when another operator was faster
 */
export async function saveSettings(
  tx: Tx<OperatorScope, 'SETTINGS_CHANGED'>,
  { env, now }: SettingsDeps,
  { section, value, basedOn }: SaveSettingsInput,
): Promise<{ version: number }> {
  const stored = await lockSection(tx, section);
  const before = readSections(stored ? [stored] : [], env.demoAvailability)[section];
  if (JSON.stringify(before.value) === JSON.stringify(value)) return { version: before.version };
  await changeSection(tx, { section, before, value, basedOn, now });
  return { version: basedOn + 1 };
}

type SectionChange = { section: string; before: Versioned<object>; value: object; basedOn: number; now: Date };

/**
 * Stores a section, records the change and notifies all processes.
 * @throws SETTINGS_CHANGED when its version is not `basedOn`
 */
export async function changeSection(
  tx: Tx<OperatorScope, 'SETTINGS_CHANGED'>,
  { section, before, value, basedOn, now }: SectionChange,
): Promise<void> {
  const isStored = await storeSection(tx, { section, value, basedOn, now });
  if (!isStored) {
    // If two operators save a section for the first time, there is no row to lock.
    const newest = await lockSection(tx, section);
    throw refuse(tx, 'SETTINGS_CHANGED', { data: { version: newest?.version ?? before.version } });
  }
  auditAbout(tx, tx.scope.userId, {
    action: 'settings.changed',
    before: { section, ...factsOf(before.value) },
    after: { section, ...factsOf(value) },
  });
  await announce(tx, SETTINGS_CHANGED);
}

/** A section as facts for the audit log. */
const factsOf = (value: object): AuditFacts => JSON.parse(JSON.stringify(value));
