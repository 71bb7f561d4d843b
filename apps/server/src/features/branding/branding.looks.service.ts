import { palettesOf } from '@stridewell/contract/branding/branding.colors.rules';
import { findBrand, toBrand } from '../../core/brand.ts';
import { Refusal } from '../../core/refusals.ts';
import type { Infrastructure } from '../../core/services.ts';
import type { MailLook } from '../../platform/mail/look.ts';
import type { PdfLook } from '../../platform/pdf/pdf.ts';
import { readPicture } from './branding.pictures.service.ts';
import { visitorScope } from './branding.scopes.ts';

type LookDeps = Pick<Infrastructure, 'db' | 'env' | 'files' | 'now'>;

const brandNow = ({ db, now }: LookDeps, coachId: string) =>
  db.readAtOnce(visitorScope(coachId), (tx) => findBrand(tx, coachId, now()));

/** How a mail to the clients and leads of a coach looks; null for the product's look. */
export async function mailLookOf(deps: LookDeps, coachId: string): Promise<MailLook | null> {
  const found = await brandNow(deps, coachId);
  if (!found) return null;
  const { name, logo, light, dark } = toBrand(found);
  return {
    name,
    accent: { light: light.accent, dark: dark.accent },
    logo: logo && { ...logo, src: `${deps.env.appUrl}${logo.src}` },
    replyTo: found.email,
  };
}

/** How a document of a coach looks; null for the product's look. */
export async function pdfLookOf(deps: LookDeps, coachId: string): Promise<PdfLook | null> {
  const found = await brandNow(deps, coachId);
  if (!found) return null;
  const { name, color, logo } = found;
  const picture = logo && { coachId, source: logo.id, picture: 'logo.png' as const };
  return { name, accent: palettesOf(color).light.accent, logo: picture && (await findPicture(deps, picture)) };
}

/** The picture, unless the coach has changed or removed it meanwhile. */
async function findPicture(deps: LookDeps, wanted: Parameters<typeof readPicture>[1]): Promise<Buffer | null> {
  try {
    return await readPicture(deps, wanted);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
