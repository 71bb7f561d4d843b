import { brandInput } from '@stridewell/contract/branding/branding';
import type { BrandPicture } from '@stridewell/contract/branding/branding.rules';
import { id } from '@stridewell/contract/fields';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type Brand, toBrand } from '../../core/brand.ts';
import { refuse } from '../../core/refusals.ts';
import type { Infrastructure } from '../../core/services.ts';
import { type ActiveCoach, requireFeature } from '../../core/tenancy/access.ts';
import type { MailLook } from '../../platform/mail/look.ts';
import type { PdfLook } from '../../platform/pdf/pdf.ts';
import { describeFile } from '../files/files.service.ts';
import { drawUnpublished } from './branding.pictures.service.ts';

const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];

/** A brand that is not saved yet, as the address of a preview names it. */
const asked = brandInput
  .extend({ logoId: id.optional(), iconId: id.optional() })
  .extend({ scheme: z.enum(SCHEMES).default('light') });

/** A preview runs no script and sends no form. Only our pages frame it. */
const POLICY =
  "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'";

export type Preview = {
  brand: Brand;
  mail: MailLook;
  pdf: PdfLook;
  /** Sends a page in the chosen scheme, whatever the browser prefers. */
  send: (reply: FastifyReply, html: string) => FastifyReply;
};

/**
 * How pages, mails and documents of a coach would look with a brand.
 * @throws FEATURE_REQUIRED, BAD_REQUEST, NOT_FOUND for a picture that is not the coach's
 */
export async function readPreview(
  deps: Pick<Infrastructure, 'db' | 'files' | 'now'>,
  { actor, coach, scope }: ActiveCoach,
  query: unknown,
): Promise<Preview> {
  requireFeature(actor, 'white_label', deps.now());
  const read = asked.safeParse(query);
  if (!read.success) throw refuse('BAD_REQUEST');
  const { name, color, logoId = null, iconId = null, scheme } = read.data;
  const file = logoId === null ? null : await deps.db.readAtOnce(scope, (tx) => describeFile(tx, logoId));
  if (file === undefined) throw refuse('NOT_FOUND');
  const logo = file && { id: file.id, width: file.width ?? 1, height: file.height ?? 1 };
  const brand = toBrand({ coachId: coach.id, email: actor.email, name, color, logo, iconId, publishedAt: '' });
  // Other addresses of pictures are for published brands.
  const drawn = (fileId: string | null, picture: BrandPicture) =>
    drawUnpublished(deps, scope, { fileId, color, picture });
  const drawnLogo = logo && (await drawn(logo.id, 'logo.png'));
  if (brand.logo && drawnLogo) brand.logo.src = inPage(drawnLogo);
  brand.icons.tab = inPage(await drawn(iconId ?? logoId, 'tab.png'));
  const { light, dark } = brand;
  return {
    brand,
    mail: { name, accent: { light: light.accent, dark: dark.accent }, logo: brand.logo, replyTo: actor.email },
    pdf: { name, accent: light.accent, logo: drawnLogo },
    send(reply, html) {
      reply.raw.removeHeader('x-frame-options');
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'private, no-store')
        .header('content-security-policy', POLICY)
        .send(inScheme(html, scheme));
    },
  };
}

const inPage = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`;

const inScheme = (html: string, scheme: Scheme): string =>
  html
    .replaceAll('@media (prefers-color-scheme: dark)', scheme === 'dark' ? '@media all' : '@media not all')
    .replaceAll('color-scheme: light dark', `color-scheme: ${scheme}`)
    .replaceAll('content="light dark"', `content="${scheme}"`);
