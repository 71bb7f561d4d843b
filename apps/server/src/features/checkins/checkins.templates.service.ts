import { isDeepStrictEqual } from 'node:util';
import type { Template } from '@stridewell/contract/checkins';
import type { Question } from '@stridewell/contract/checkins.forms.rules';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  clearDefault,
  countTemplates,
  findTemplate,
  insertTemplate,
  insertVersion,
  lockTemplates,
  selectTemplates,
  updateTemplate,
} from './checkins.templates.data.ts';

const MAX_TEMPLATES = 100;

export const listTemplates = (tx: Tx<CoachScope>) => selectTemplates(tx);

export type SavedTemplate =
  | { kind: 'saved'; template: Template }
  | { kind: 'changed' }
  | { kind: 'too_many' }
  | { kind: 'unknown' };

async function readSaved(tx: Tx<CoachScope>, id: string): Promise<SavedTemplate> {
  const template = await findTemplate(tx, id);
  return template ? { kind: 'saved', template } : { kind: 'unknown' };
}

/**
 * Makes a form or its next version. Every version stays, because whoever has it open may still answer it. Sending the
 * same again changes nothing; what was changed elsewhere since `basedOn` is not overwritten.
 */
export async function saveTemplate(
  tx: Tx<CoachScope>,
  input: { templateId: string; name: string; questions: Question[]; basedOn: number },
): Promise<SavedTemplate> {
  const { templateId: id, name, questions, basedOn } = input;
  if (basedOn === 0 && (await countTemplates(tx)) >= MAX_TEMPLATES && !(await findTemplate(tx, id))) {
    return { kind: 'too_many' };
  }
  const isNew = basedOn === 0 && (await insertTemplate(tx, id, name));
  await lockTemplates(tx);
  if (!isNew) {
    const now = await findTemplate(tx, id);
    if (!now) return { kind: 'unknown' };
    if (now.name === name && isDeepStrictEqual(now.questions, questions)) return { kind: 'saved', template: now };
    if (now.version !== basedOn) return { kind: 'changed' };
  }
  await insertVersion(tx, { id, name, version: basedOn + 1, questions });
  return readSaved(tx, id);
}

/** An archived form is nobody's default; those who had it chosen get the default until it is back. */
export async function setTemplate(
  tx: Tx<CoachScope>,
  id: string,
  { archived, isDefault }: { archived?: boolean | undefined; isDefault?: boolean | undefined },
): Promise<SavedTemplate | { kind: 'archived' }> {
  await lockTemplates(tx);
  const now = await findTemplate(tx, id);
  if (!now) return { kind: 'unknown' };
  const willBeArchived = archived ?? now.archived;
  if (isDefault && willBeArchived) return { kind: 'archived' };
  if (isDefault) await clearDefault(tx);
  await updateTemplate(tx, id, {
    archived: willBeArchived,
    isDefault: !willBeArchived && (isDefault ?? now.isDefault),
  });
  return readSaved(tx, id);
}
