import { z } from 'zod';
import { procedure } from '../errors.ts';
import { id, instant, line, text } from '../fields.ts';
import { HEX_COLOR } from './branding.colors.rules.ts';
import { BRAND_NAME_LENGTH } from './branding.rules.ts';

const logo = z.object({ src: z.string(), width: z.int(), height: z.int() });

/** The brand of a coach, as the app shows it to their clients and to those they invite. */
export const shownBrand = z.object({
  name: z.string(),
  /** Null: the icon stands beside the name. */
  logo: logo.nullable(),
  /** Address of the icon for tabs. */
  icon: z.string(),
  /** Address of the icon for home screens. */
  touchIcon: z.string(),
  /** Address of the manifest of the installed app. */
  manifest: z.string(),
  /** Rules that give the app the brand's colors. */
  styles: z.string(),
});
export type ShownBrand = z.infer<typeof shownBrand>;

/** The part of a brand that the bar of its coach shows. The coach's own app keeps the product's colors. */
export const barBrand = shownBrand.pick({ name: true, logo: true, icon: true });
export type BarBrand = z.infer<typeof barBrand>;

/** The brand name. Invisible characters and those that change the direction of text could make it read as another. */
const brandName = line(BRAND_NAME_LENGTH, 'Please enter a name').regex(
  /^[^\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]*$/u,
  'Please remove invisible characters',
);

export const brandInput = z.object({
  name: brandName,
  color: z.string().trim().toLowerCase().regex(HEX_COLOR, 'Please enter a color like #1A73E8'),
  /** Uploaded for the purpose `logo`. */
  logoId: id.nullable(),
  /** Uploaded for the purpose `icon`. */
  iconId: id.nullable(),
});
export type BrandInput = z.infer<typeof brandInput>;

/** A brand as its coach edits it. */
export const ownBrand = z.object({
  /** Null before the first save. */
  draft: brandInput.nullable(),
  /** The version that clients see; null for the product's look. */
  published: brandInput.extend({ publishedAt: instant }).nullable(),
  /** Set while an operator has suspended the brand. The coach reads the reason and cannot change the brand. */
  suspended: z.object({ at: instant, reason: z.string() }).nullable(),
});
export type OwnBrand = z.infer<typeof ownBrand>;

/** A brand as operators see it. */
export const reviewedBrand = z.object({
  name: z.string(),
  color: z.string(),
  publishedAt: instant,
  suspended: z.object({ at: instant, reason: z.string() }).nullable(),
});
export type ReviewedBrand = z.infer<typeof reviewedBrand>;

/** The brand after a decision of an operator. */
export const decidedBrand = z.object({ brand: reviewedBrand });

const tags = ['branding'];
const ofCoach = z.object({ coachId: id });
const gated = { allow: 'coach', plan: 'white_label' } as const;

const NAME_RESERVED = {
  status: 409,
  message: 'This name is reserved, or looks like a name that is. Please choose another one.',
};
const NAME_TAKEN = {
  status: 409,
  message: 'Another coach uses this name, or one that looks like it. Please choose another one.',
};
const BRAND_SUSPENDED = { status: 409, message: 'Your brand is suspended, so nothing was changed.' };

export const branding = {
  getBrand: procedure(gated)
    .route({ method: 'GET', path: '/brand', tags, summary: 'Get the brand of the calling coach' })
    .input(ofCoach)
    .output(ownBrand),
  saveBrand: procedure(gated)
    .route({ method: 'PUT', path: '/brand', tags, summary: 'Save the draft of the brand, which only the coach sees' })
    .errors({ NAME_RESERVED, BRAND_SUSPENDED })
    .input(brandInput.extend({ coachId: id }))
    .output(ownBrand),
  publishBrand: procedure(gated)
    .route({
      method: 'POST',
      path: '/brand/publish',
      tags,
      summary: 'Show the draft of the brand to clients and leads',
    })
    .errors({ NAME_RESERVED, NAME_TAKEN, BRAND_SUSPENDED })
    .input(ofCoach)
    .output(ownBrand),
  unpublishBrand: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/brand/unpublish',
      tags,
      summary: "Go back to the product's look, on every plan; the draft stays, and repeating changes nothing",
    })
    .errors({ BRAND_SUSPENDED })
    .input(ofCoach)
    .output(ownBrand),
  getReviewedBrand: procedure({ allow: 'operator', right: 'accounts' })
    .route({
      method: 'GET',
      path: '/operator/accounts/{userId}/brand',
      tags,
      summary: 'Get the published brand of a coach, or null',
    })
    .input(z.object({ userId: id }))
    .output(z.object({ brand: reviewedBrand.nullable() })),
  suspendBrand: procedure({ allow: 'operator', right: 'approvals' })
    .route({
      method: 'POST',
      path: '/operator/accounts/{userId}/brand/suspend',
      tags,
      summary: 'Suspend the published brand of a coach; repeating changes nothing',
    })
    .input(z.object({ userId: id, reason: text(1000).min(1, 'Please write to the coach why') }))
    .output(decidedBrand),
  reinstateBrand: procedure({ allow: 'operator', right: 'approvals' })
    .route({
      method: 'POST',
      path: '/operator/accounts/{userId}/brand/reinstate',
      tags,
      summary: 'End the suspension of a brand; repeating changes nothing',
    })
    .input(z.object({ userId: id }))
    .output(decidedBrand),
};
