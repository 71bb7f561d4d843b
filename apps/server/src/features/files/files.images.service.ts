import { fitWithin, IMAGE_MAX_PIXELS, IMAGE_MAX_SIDE, THUMB_MAX_SIDE } from '@stridewell/contract/files.rules';

/** A picture that cannot or must not be decoded. */
export class ImageRefused extends Error {}

export type MadeImage = { full: Buffer; thumb: Buffer; width: number; height: number };

/** Decoding takes memory by the pixel, so only so many pictures are in it at a time. */
const AT_ONCE = 2;
const DECODE_SECONDS = 20;
const QUALITY = { full: 82, thumb: 75 } as const;

let running = 0;
const queue: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => queue.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = queue.shift();
    // The place is handed on without being free in between.
    if (next) next();
    else running -= 1;
  }
}

async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/**
 * Re-encodes a picture from its pixels: upright, scaled to screen size, and without camera metadata such as the place.
 * @throws ImageRefused
 */
export function remakeImage(source: () => Promise<Buffer>): Promise<MadeImage> {
  return inTurn(async () => {
    const sharp = await loadSharp();
    const input = await source();
    const decode = () => sharp(input, { limitInputPixels: IMAGE_MAX_PIXELS }).timeout({ seconds: DECODE_SECONDS });
    try {
      const { width = 0, height = 0 } = await sharp(input, { limitInputPixels: false }).metadata();
      if (width * height > IMAGE_MAX_PIXELS) {
        throw new ImageRefused(`This picture has too many pixels (${width} × ${height}). Please make it smaller.`);
      }
      const full = await decode()
        .autoOrient()
        .resize({ width: IMAGE_MAX_SIDE, height: IMAGE_MAX_SIDE, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: QUALITY.full, effort: 2 })
        .toBuffer({ resolveWithObject: true });
      const small = fitWithin(full.info.width, full.info.height, THUMB_MAX_SIDE);
      const thumb = await sharp(full.data).resize(small).webp({ quality: QUALITY.thumb }).toBuffer();
      return { full: full.data, thumb, width: full.info.width, height: full.info.height };
    } catch (error) {
      if (error instanceof ImageRefused) throw error;
      throw new ImageRefused('This picture is damaged and cannot be shown.', { cause: error });
    }
  });
}
