import type { MailDetails, MailPreview, MailSummary } from '@stridewell/contract/settings/settings';
import {
  fillTexts,
  type MailTexts,
  NO_MAIL_TEXTS,
  unknownPlaceholder,
} from '@stridewell/contract/settings/settings.mails.rules';
import { refuse } from '../../core/refusals.ts';
import { lockSection, selectSections } from '../../core/settings/settings.data.ts';
import { MAIL_PREFIX, readSections, type Versioned } from '../../core/settings/settings.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Env } from '../../env.ts';
import type { Answers, Tx } from '../../platform/db/database.ts';
import type { MailRenderer } from '../../platform/mail/mail.ts';
import { MAIL_SAMPLES, type MailSample, placeholdersOf } from './settings.samples.content.ts';
import { changeSection } from './settings.service.ts';

type MailDeps = { env: Pick<Env, 'demoAvailability' | 'PRODUCT_NAME'>; renderMail: MailRenderer };

const STANDARD: Versioned<MailTexts> = { value: NO_MAIL_TEXTS, version: 0 };

const isChanged = ({ subject, introduction }: MailTexts): boolean => subject !== '' || introduction !== '';

/** @throws NOT_FOUND for an unknown mail */
export function requireMail(name: string): MailSample {
  const sample = Object.hasOwn(MAIL_SAMPLES, name) ? MAIL_SAMPLES[name] : undefined;
  if (!sample) throw refuse('NOT_FOUND');
  return sample;
}

const readMails = async (tx: Tx<OperatorScope>, { env }: Pick<MailDeps, 'env'>) =>
  readSections(await selectSections(tx), env.demoAvailability).mails;

/** All mails by label. */
export async function listMails(tx: Tx<OperatorScope>, deps: Pick<MailDeps, 'env'>): Promise<MailSummary[]> {
  const saved = await readMails(tx, deps);
  return Object.entries(MAIL_SAMPLES)
    .map(([name, { label, about }]) => ({
      name,
      label,
      about,
      changed: isChanged(saved.get(name)?.value ?? NO_MAIL_TEXTS),
    }))
    .sort((one, other) => one.label.localeCompare(other.label));
}

/** @throws NOT_FOUND */
export async function getMail(tx: Tx<OperatorScope>, deps: MailDeps, name: string): Promise<MailDetails> {
  const sample = requireMail(name);
  const { value: texts, version } = (await readMails(tx, deps)).get(name) ?? STANDARD;
  const { label, about, parts, values } = sample;
  return {
    name,
    label,
    about,
    parts: [...parts],
    texts,
    version,
    changed: isChanged(texts),
    placeholders: placeholdersOf(sample, deps.env.PRODUCT_NAME),
    preview: await deps.renderMail(name, values, (_, given) => fillTexts(texts, given)),
  };
}

type TextCaller = { answers: Answers<'UNKNOWN_PLACEHOLDER' | 'FIXED_TEXT'> };

/**
 * Checks that operators may set these texts for a mail.
 * @throws NOT_FOUND, FIXED_TEXT, UNKNOWN_PLACEHOLDER
 */
function requireTexts(caller: TextCaller, { env }: Pick<MailDeps, 'env'>, name: string, texts: MailTexts): MailSample {
  const sample = requireMail(name);
  const known = placeholdersOf(sample, env.PRODUCT_NAME).map((placeholder) => placeholder.name);
  for (const part of ['subject', 'introduction'] as const) {
    if (texts[part] !== '' && !sample.parts.includes(part)) throw refuse(caller, 'FIXED_TEXT');
    const unknown = unknownPlaceholder(texts[part], known);
    if (unknown === undefined) continue;
    const message = `This email has no {${unknown}}. Please use one of the placeholders below.`;
    throw refuse(caller, 'UNKNOWN_PLACEHOLDER', { message });
  }
  return sample;
}

/** @throws NOT_FOUND, FIXED_TEXT, UNKNOWN_PLACEHOLDER */
export async function previewMail(
  caller: TextCaller,
  deps: MailDeps,
  { name, texts }: { name: string; texts: MailTexts },
): Promise<MailPreview> {
  const { values } = requireTexts(caller, deps, name, texts);
  return deps.renderMail(name, values, (_, given) => fillTexts(texts, given));
}

/**
 * Changes the wording of a mail. Empty texts restore the standard wording.
 * @returns the new version of the texts
 * @throws NOT_FOUND, FIXED_TEXT, UNKNOWN_PLACEHOLDER, SETTINGS_CHANGED
 */
export async function saveMail(
  tx: Tx<OperatorScope, 'UNKNOWN_PLACEHOLDER' | 'FIXED_TEXT' | 'SETTINGS_CHANGED'>,
  deps: Pick<MailDeps, 'env'> & { now: Date },
  { name, texts, basedOn }: { name: string; texts: MailTexts; basedOn: number },
): Promise<{ version: number }> {
  requireTexts(tx, deps, name, texts);
  const section = `${MAIL_PREFIX}${name}`;
  const stored = await lockSection(tx, section);
  const before = readSections(stored ? [stored] : [], deps.env.demoAvailability).mails.get(name) ?? STANDARD;
  const { subject, introduction } = before.value;
  if (subject === texts.subject && introduction === texts.introduction) return { version: before.version };
  await changeSection(tx, { section, before, value: texts, basedOn, now: deps.now });
  return { version: basedOn + 1 };
}
