import { isFeatureAllowed, type PlanAccess, resolvePlan } from '@stridewell/contract/billing/billing.rules';
import type { BarBrand, ShownBrand } from '@stridewell/contract/branding/branding';
import { brandStyles, type Palette, palettesOf } from '@stridewell/contract/branding/branding.colors.rules';
import { BRAND_PICTURES, type BrandPicture, brandPictureUrl } from '@stridewell/contract/branding/branding.rules';
import { fitWithin } from '@stridewell/contract/files/files.rules';
import { sql } from 'drizzle-orm';
import type { Env } from '../env.ts';
import type { Tx } from '../platform/db/database.ts';

/** How the product presents itself: at a host, or to the clients and leads of a coach. */
export type Brand = {
  name: string;
  light: Palette;
  dark: Palette;
  /** Addresses of the icons: for tabs, for home screens, and for the installed app. */
  icons: { tab: string; touch: string; app: readonly { src: string; size: number; purpose: 'any' | 'maskable' }[] };
  /** A picture in place of the name. */
  logo: ShownBrand['logo'];
  /** Address of the manifest of the installed app. */
  manifest: string;
  /** Rules that give the app the brand's colors; empty for the product's. */
  styles: string;
};

export type BrandOf = (host: string) => Brand;

const MANIFEST = '/manifest.webmanifest';

/** Creates the one function that knows the brand of a host. Each host has the brand of the installation. */
export function createBrands({ PRODUCT_NAME: name }: Pick<Env, 'PRODUCT_NAME'>): BrandOf {
  const installation: Brand = {
    name,
    light: { paper: '#FBFCFA', accent: '#14745A', onAccent: '#FFFFFF' },
    dark: { paper: '#0E1512', accent: '#76C1A3', onAccent: '#0E1512' },
    icons: {
      tab: '/favicon.svg',
      touch: '/icons/apple-touch-icon.png',
      app: [
        { src: '/icons/icon-192.png', size: 192, purpose: 'any' },
        { src: '/icons/icon-512.png', size: 512, purpose: 'any' },
        { src: '/icons/maskable-512.png', size: 512, purpose: 'maskable' },
      ],
    },
    logo: null,
    manifest: MANIFEST,
    styles: '',
  };
  return () => installation;
}

/** The version of a brand that clients and leads see. */
export type PublishedBrand = {
  name: string;
  color: string;
  logo: { id: string; width: number; height: number } | null;
  iconId: string | null;
  publishedAt: string;
};

/** One answer of the function `coach_brand`. */
export type BrandRow = {
  coachId: string;
  published: PublishedBrand;
  plan: string | null;
  subscriptionStatus: string;
  graceUntil: string | null;
  email: string;
};

/** A coach's brand that may be shown now. */
export type CoachBrand = PublishedBrand & { coachId: string; email: string };

/** The brand while the coach's plan has it; null for the product's look. */
export function brandInForce(row: BrandRow | null, now: Date): CoachBrand | null {
  if (!row) return null;
  const access: Pick<PlanAccess, 'plan' | 'subscription_status' | 'grace_until'> = {
    plan: resolvePlan({ storedPlan: row.plan, role: 'Coach-Base' }, 'server'),
    subscription_status: row.subscriptionStatus,
    grace_until: row.graceUntil === null ? null : new Date(row.graceUntil).toISOString(),
  };
  if (!isFeatureAllowed(access, 'white_label', now)) return null;
  return { ...row.published, coachId: row.coachId, email: row.email };
}

/** The published brand of any coach. The scope does not matter, because brands are public. */
async function findBrandRow(tx: Tx, coachId: string): Promise<BrandRow | null> {
  const { rows } = await tx.execute<{ brand: BrandRow | null }>(sql`select coach_brand(${coachId}::uuid) as brand`);
  return rows[0]?.brand ?? null;
}

/** The brand of any coach while their plan has it. */
export const findBrand = async (tx: Tx, coachId: string, now: Date): Promise<CoachBrand | null> =>
  brandInForce(await findBrandRow(tx, coachId), now);

/** The file or the color that the icons are made of. */
export const iconSourceOf = ({ iconId, logo, color }: PublishedBrand): string => iconId ?? logo?.id ?? color.slice(1);

/** A coach's brand as pages and manifests show it. */
export function toBrand(brand: CoachBrand): Brand {
  const { coachId, name, color } = brand;
  const icon = (picture: BrandPicture) => brandPictureUrl(coachId, iconSourceOf(brand), picture);
  return {
    name,
    ...palettesOf(color),
    icons: {
      tab: icon('tab.png'),
      touch: icon('touch.png'),
      app: [
        { src: icon('icon-192.png'), size: 192, purpose: 'any' },
        { src: icon('icon-512.png'), size: 512, purpose: 'any' },
        { src: icon('maskable-512.png'), size: 512, purpose: 'maskable' },
      ],
    },
    logo: logoOf(brand),
    manifest: `${MANIFEST}?coach=${coachId}`,
    styles: brandStyles(color),
  };
}

/** The logo with the size that its picture has. */
function logoOf({ coachId, logo }: CoachBrand): ShownBrand['logo'] {
  if (!logo) return null;
  const most = BRAND_PICTURES['logo.png'];
  const scale = Math.min(1, most.width / logo.width, most.height / logo.height);
  const side = Math.max(1, Math.round(Math.max(logo.width, logo.height) * scale));
  return { src: brandPictureUrl(coachId, logo.id, 'logo.png'), ...fitWithin(logo.width, logo.height, side) };
}

/** A coach's brand as the bar of the coach's own app shows it. */
export function toBarBrand(found: CoachBrand | null): BarBrand | null {
  const shown = toShownBrand(found);
  return shown && { name: shown.name, logo: shown.logo, icon: shown.icon };
}

/** A coach's brand as the session and the page of an invitation tell it to the app. */
export function toShownBrand(found: CoachBrand | null): ShownBrand | null {
  if (!found) return null;
  const { name, logo, icons, manifest, styles } = toBrand(found);
  return { name, logo, icon: icons.tab, touchIcon: icons.touch, manifest, styles };
}
