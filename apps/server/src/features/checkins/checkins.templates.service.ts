import { isDeepStrictEqual } from 'node:util';
import type { Template } from '@stridewell/contract/checkins/checkins';
import type { Question } from '@stridewell/contract/checkins/checkins.forms.rules';
import { refuse } from '../../core/refusals.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  clearDefault,
  countTemplates,
  findTemplate,
  insertTemplate,
  insertVersion,
  lockTemplates,
  updateTemplateRow,
} from './checkins.templates.data.ts';

const MAX_TEMPLATES = 100;

/**
 * Creates a form or its next version. Old versions stay, because a device may still have one open. Idempotent.
 * @throws TEMPLATE_CHANGED when the form was changed since version `basedOn`, TOO_MANY_TEMPLATES, NOT_FOUND
 */
export async function saveTemplate(
  tx: Tx<CoachScope, 'TEMPLATE_CHANGED' | 'TOO_MANY_TEMPLATES'>,
  input: { templateId: string; name: string; questions: Question[]; basedOn: number },
): Promise<Template> {
  const { templateId: id, name, questions, basedOn } = input;
  if (basedOn === 0 && (await countTemplates(tx)) >= MAX_TEMPLATES && !(await findTemplate(tx, id))) {
    throw refuse(tx, 'TOO_MANY_TEMPLATES');
  }
  const isNew = basedOn === 0 && (await insertTemplate(tx, id, name));
  await lockTemplates(tx);
  const stored = isNew ? { id, archived: false, isDefault: false, clients: 0 } : await findTemplate(tx, id);
  if (!stored) throw refuse('NOT_FOUND');
  if ('version' in stored) {
    if (stored.name === name && isDeepStrictEqual(stored.questions, questions)) return stored;
    if (stored.version !== basedOn) throw refuse(tx, 'TEMPLATE_CHANGED');
  }
  const version = basedOn + 1;
  await insertVersion(tx, { id, name, version, questions });
  return { ...stored, name, version, questions };
}

/**
 * Archives or restores a form, or makes it the default. An archived form cannot be the default. Its clients get the
 * default form until it is restored.
 * @throws NOT_FOUND, TEMPLATE_ARCHIVED
 */
export async function updateTemplate(
  tx: Tx<CoachScope, 'TEMPLATE_ARCHIVED'>,
  id: string,
  change: { archived?: boolean | undefined; isDefault?: boolean | undefined },
): Promise<Template> {
  await lockTemplates(tx);
  const stored = await findTemplate(tx, id);
  if (!stored) throw refuse('NOT_FOUND');
  const archived = change.archived ?? stored.archived;
  if (change.isDefault && archived) throw refuse(tx, 'TEMPLATE_ARCHIVED');
  if (change.isDefault) await clearDefault(tx);
  const isDefault = !archived && (change.isDefault ?? stored.isDefault);
  await updateTemplateRow(tx, id, { archived, isDefault });
  return { ...stored, archived, isDefault };
}
