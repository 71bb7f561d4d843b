import { buffer } from 'node:stream/consumers';
import { BRAND_PICTURES, type BrandPicture } from '@stridewell/contract/branding/branding.rules';
import { findBrand, iconSourceOf, type PublishedBrand } from '../../core/brand.ts';
import { refuse } from '../../core/refusals.ts';
import type { Infrastructure } from '../../core/services.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import { FairQueue } from '../../platform/fair-queue.ts';
import { loadSharp } from '../files/files.images.service.ts';
import { openFile } from '../files/files.service.ts';
import { visitorScope } from './branding.scopes.ts';

type PictureDeps = Pick<Infrastructure, 'db' | 'files' | 'now'>;
type Wanted = { coachId: string; source: string; picture: BrandPicture };

const MB = 1024 * 1024;
/** Icons of home screens have no transparent parts. */
const WHITE = '#ffffff';
const CLEAR = '#ffffff00';
/** Launchers cut a maskable icon down to a circle. */
const MASK_SHARE = 0.72;

const drawing = new FairQueue({ atOnce: 1, capacity: MB });

async function draw(content: Buffer | null, color: string, picture: BrandPicture): Promise<Buffer> {
  const sharp = await loadSharp();
  const { purpose, width, height } = BRAND_PICTURES[picture];
  if (!content) {
    return sharp({ create: { width, height, channels: 3, background: color } })
      .png()
      .toBuffer();
  }
  if (purpose === 'logo') {
    return sharp(content).resize({ width, height, fit: 'inside', withoutEnlargement: true }).png().toBuffer();
  }
  const isMaskable = picture === 'maskable-512.png';
  const side = Math.round(width * (isMaskable ? MASK_SHARE : 1));
  const background = picture === 'tab.png' ? CLEAR : WHITE;
  const padding = Math.floor((width - side) / 2);
  const square = sharp(content).resize({ width: side, height: side, fit: 'contain', background: CLEAR });
  const padded = square.extend({
    top: padding,
    left: padding,
    bottom: width - side - padding,
    right: width - side - padding,
    background: CLEAR,
  });
  return (picture === 'tab.png' ? padded : padded.flatten({ background })).png().toBuffer();
}

/**
 * A picture of a brand that is not published, made of the coach's file or of the color.
 * @throws NOT_FOUND
 */
export async function drawUnpublished(
  deps: Omit<PictureDeps, 'now'>,
  scope: CoachScope,
  { fileId, color, picture }: { fileId: string | null; color: string; picture: BrandPicture },
): Promise<Buffer> {
  const content = fileId && (await buffer(await (await openFile(deps, scope, fileId)).content('full')));
  return drawing.run(scope.coachId, () => draw(content || null, color, picture));
}

/** Pictures that this process has drawn, the latest last. */
const drawn = new Map<string, Promise<Buffer>>();
const KEPT = 200;

function keep(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const known = drawn.get(key);
  drawn.delete(key);
  const made = known ?? make();
  drawn.set(key, made);
  // A picture that failed is drawn again for the next reader.
  made.catch(() => drawn.delete(key));
  for (const oldest of drawn.keys()) {
    if (drawn.size <= KEPT) break;
    drawn.delete(oldest);
  }
  return made;
}

const isShown = (brand: PublishedBrand, { source, picture }: Wanted): boolean =>
  BRAND_PICTURES[picture].purpose === 'logo' ? source === brand.logo?.id : source === iconSourceOf(brand);

/**
 * A picture of the brand that a coach has published, as PNG.
 * @throws NOT_FOUND for any other picture, and while the brand is not shown
 */
export async function readPicture(deps: PictureDeps, wanted: Wanted): Promise<Buffer> {
  const { coachId, source, picture } = wanted;
  const scope = visitorScope(coachId);
  const brand = await deps.db.readAtOnce(scope, (tx) => findBrand(tx, coachId, deps.now()));
  if (!brand || !isShown(brand, wanted)) throw refuse('NOT_FOUND');
  const isPlain = source === brand.color.slice(1);
  return keep(`${coachId} ${source} ${picture}`, async () => {
    const content = isPlain ? null : await buffer(await (await openFile(deps, scope, source)).content('full'));
    return drawing.run(coachId, () => draw(content, brand.color, picture));
  });
}
