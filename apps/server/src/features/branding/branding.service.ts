import type { BrandInput, OwnBrand, ReviewedBrand } from '@stridewell/contract/branding/branding';
import { ICON_LEAST_SIDE, isIconShape } from '@stridewell/contract/branding/branding.rules';
import type { PublishedBrand } from '../../core/brand.ts';
import { refuse } from '../../core/refusals.ts';
import type { CoachScope, OperatorScope } from '../../core/tenancy/scope.ts';
import type { Env } from '../../env.ts';
import type { Tx } from '../../platform/db/database.ts';
import { audit, auditAbout } from '../audit/audit.service.ts';
import { attachFiles, describeFile, releaseFiles } from '../files/files.service.ts';
import { notifyOfDecision } from '../notifications/notifications.service.ts';
import {
  type BrandRecord,
  findOwnBrand,
  findPublished,
  lockOwnBrand,
  lockPublished,
  updatePublished,
  updateSuspension,
  upsertDraft,
} from './branding.data.ts';
import { isReservedName, nameKeyOf } from './branding.names.rules.ts';

type NameDeps = { env: Pick<Env, 'PRODUCT_NAME'>; now: Date };

const draftOf = ({ name, color, logoId, iconId }: BrandRecord): BrandInput => ({ name, color, logoId, iconId });

const suspensionOf = ({ suspendedAt, suspendedReason: reason }: BrandRecord): OwnBrand['suspended'] =>
  suspendedAt && { at: suspendedAt.toISOString(), reason };

function toOwnBrand(row: BrandRecord | undefined): OwnBrand {
  if (!row) return { draft: null, published: null, suspended: null };
  const { published } = row;
  return {
    draft: draftOf(row),
    published: published && {
      name: published.name,
      color: published.color,
      logoId: published.logo?.id ?? null,
      iconId: published.iconId,
      publishedAt: published.publishedAt,
    },
    suspended: suspensionOf(row),
  };
}

export const getBrand = async (tx: Tx<CoachScope>): Promise<OwnBrand> => toOwnBrand(await findOwnBrand(tx));

type Picture = { purpose: 'logo' | 'icon'; id: string | null };

/** The pictures that the draft or the published version shows. */
const picturesOf = (row: BrandRecord | undefined): Picture[] => {
  const { published } = row ?? {};
  const logos = [row?.logoId, published?.logo?.id].map((id) => ({ purpose: 'logo' as const, id: id ?? null }));
  const icons = [row?.iconId, published?.iconId].map((id) => ({ purpose: 'icon' as const, id: id ?? null }));
  return [...logos, ...icons];
};
const idsOf = (pictures: readonly Picture[], purpose: Picture['purpose']): string[] => [
  ...new Set(pictures.flatMap(({ id, purpose: of }) => (of === purpose && id !== null ? [id] : []))),
];

/** Uses the pictures that are new, and releases those that neither version shows any more. */
async function followPictures(
  tx: Tx<CoachScope>,
  before: BrandRecord | undefined,
  after: BrandRecord,
  now: Date,
): Promise<void> {
  const [had, has] = [picturesOf(before), picturesOf(after)];
  for (const purpose of ['logo', 'icon'] as const) {
    const [earlier, later] = [idsOf(had, purpose), idsOf(has, purpose)];
    const use = { clientId: null, purpose, now };
    const added = await attachFiles(tx, { ...use, ids: later.filter((id) => !earlier.includes(id)) });
    if (!added) throw refuse('NOT_FOUND', { message: 'This picture is no longer there. Please choose it again.' });
    if (purpose === 'icon' && !added.every(isIconShape)) {
      const message = `Please choose a square picture for the icon, with at least ${ICON_LEAST_SIDE} pixels on each side.`;
      throw refuse('BAD_REQUEST', { message });
    }
    await releaseFiles(tx, { ...use, ids: earlier.filter((id) => !later.includes(id)) });
  }
}

/**
 * Saves the draft. The published version stays as it is.
 * @throws NAME_RESERVED, BRAND_SUSPENDED, NOT_FOUND for a picture of another purpose, person or brand
 */
export async function saveBrand(
  tx: Tx<CoachScope, 'NAME_RESERVED' | 'BRAND_SUSPENDED'>,
  { env, now }: NameDeps,
  draft: BrandInput,
): Promise<OwnBrand> {
  if (isReservedName(draft.name, env.PRODUCT_NAME)) throw refuse(tx, 'NAME_RESERVED');
  const before = (await lockOwnBrand(tx)) ?? (await findOwnBrand(tx));
  if (before?.suspendedAt) throw refuse(tx, 'BRAND_SUSPENDED');
  const row = await upsertDraft(tx, draft);
  if (!row) throw refuse(tx, 'BRAND_SUSPENDED');
  await followPictures(tx, before, row, now);
  if (!before || JSON.stringify(draftOf(before)) !== JSON.stringify(draft)) audit(tx, { action: 'brand.saved' });
  return toOwnBrand(row);
}

/**
 * The coach's brand under its lock.
 * @throws BRAND_SUSPENDED
 */
async function openBrand(tx: Tx<CoachScope, 'BRAND_SUSPENDED'>): Promise<BrandRecord | undefined> {
  const row = await lockOwnBrand(tx);
  if (!row && (await findOwnBrand(tx))) throw refuse(tx, 'BRAND_SUSPENDED');
  return row;
}

/**
 * Shows the draft to clients and leads.
 * @throws NAME_RESERVED, NAME_TAKEN, BRAND_SUSPENDED, NOT_FOUND without a draft
 */
export async function publishBrand(
  tx: Tx<CoachScope, 'NAME_RESERVED' | 'NAME_TAKEN' | 'BRAND_SUSPENDED'>,
  { env, now }: NameDeps,
): Promise<OwnBrand> {
  const row = await openBrand(tx);
  if (!row) throw refuse('NOT_FOUND');
  const { name, color, iconId } = row;
  if (isReservedName(name, env.PRODUCT_NAME)) throw refuse(tx, 'NAME_RESERVED');
  const file = row.logoId === null ? undefined : await describeFile(tx, row.logoId);
  const logo = file && { id: file.id, width: file.width ?? 1, height: file.height ?? 1 };
  const published: PublishedBrand = { name, color, logo: logo ?? null, iconId, publishedAt: now.toISOString() };
  if (!(await updatePublished(tx, { published, nameKey: nameKeyOf(name) }))) throw refuse(tx, 'NAME_TAKEN');
  const after = { ...row, published };
  await followPictures(tx, row, after, now);
  audit(tx, { action: 'brand.published' });
  return toOwnBrand(after);
}

/**
 * Goes back to the product's look. The draft stays.
 * @throws BRAND_SUSPENDED
 */
export async function unpublishBrand(tx: Tx<CoachScope, 'BRAND_SUSPENDED'>, now: Date): Promise<OwnBrand> {
  const row = await openBrand(tx);
  if (!row?.published) return toOwnBrand(row);
  await updatePublished(tx, { published: null, nameKey: null });
  const after = { ...row, published: null };
  await followPictures(tx, row, after, now);
  audit(tx, { action: 'brand.unpublished' });
  return toOwnBrand(after);
}

function toReviewedBrand(row: BrandRecord): ReviewedBrand {
  const { name, color, publishedAt } = row.published ?? { ...row, publishedAt: '' };
  return { name, color, publishedAt, suspended: suspensionOf(row) };
}

/** The published brand of a coach; null without one. */
export async function getReviewedBrand(tx: Tx<OperatorScope>, coachId: string): Promise<ReviewedBrand | null> {
  const row = await findPublished(tx, coachId);
  return row ? toReviewedBrand(row) : null;
}

type Decision = { coachId: string; suspension: { at: Date; reason: string } | null };

/**
 * Suspends a published brand, or ends its suspension, and tells the coach. Repeating it changes nothing.
 * @throws NOT_FOUND without a published brand
 */
export async function decideBrand(tx: Tx<OperatorScope>, { coachId, suspension }: Decision): Promise<ReviewedBrand> {
  const row = await lockPublished(tx, coachId);
  if (!row) throw refuse('NOT_FOUND');
  if ((row.suspendedAt !== null) === (suspension !== null)) return toReviewedBrand(row);
  const after = { suspendedAt: suspension?.at ?? null, suspendedReason: suspension?.reason ?? '' };
  await updateSuspension(tx, coachId, after);
  const action = suspension ? 'brand.suspended' : 'brand.reinstated';
  const about = { subjectId: coachId, ...(suspension && { after: { reason: suspension.reason } }) };
  auditAbout(tx, coachId, { action, ...about });
  await notifyOfDecision(tx, {
    coachId,
    title: suspension ? 'Your brand was suspended' : 'Your brand is shown again',
    message: suspension?.reason ?? 'Your clients see it from now on.',
  });
  return toReviewedBrand({ ...row, ...after });
}
