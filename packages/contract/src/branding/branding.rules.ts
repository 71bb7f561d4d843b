/** Longest brand name. Home screens and mail programs cut off longer ones. */
export const BRAND_NAME_LENGTH = 40;

/** Smallest side of a square icon, in pixels: what home screens need. */
export const ICON_LEAST_SIDE = 192;

/** The icon of home screens is a square. A pixel more on one side comes from rounding. */
export const isIconShape = ({ width, height }: { width: number | null; height: number | null }): boolean =>
  width !== null && height !== null && Math.abs(width - height) <= 1 && Math.min(width, height) >= ICON_LEAST_SIDE;

/** The pictures of a brand, as PNG, which mail programs and home screens can show. */
export const BRAND_PICTURES = {
  'logo.png': { purpose: 'logo', width: 640, height: 160 },
  'tab.png': { purpose: 'icon', width: 64, height: 64 },
  'touch.png': { purpose: 'icon', width: 180, height: 180 },
  'icon-192.png': { purpose: 'icon', width: 192, height: 192 },
  'icon-512.png': { purpose: 'icon', width: 512, height: 512 },
  'maskable-512.png': { purpose: 'icon', width: 512, height: 512 },
} as const;
export type BrandPicture = keyof typeof BRAND_PICTURES;

/**
 * Where a picture of a brand is. The address changes with the picture, so browsers keep it.
 * @param source the id of the uploaded file, or the color of a plain icon without its `#`
 */
export const brandPictureUrl = (coachId: string, source: string, picture: BrandPicture): string =>
  `/brands/${coachId}/${source}/${picture}`;
