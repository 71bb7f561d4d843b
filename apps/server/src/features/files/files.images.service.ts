import {
  DETECTION_BYTES,
  detectFileKind,
  fitWithin,
  IMAGE_MAX_PIXELS,
  IMAGE_MAX_SIDE,
  THUMB_MAX_SIDE,
} from '@stridewell/contract/files/files.rules';
import type { Metadata } from 'sharp';
import { FairQueue } from '../../platform/fair-queue.ts';
import { drawingProblem } from './files.drawings.rules.ts';

/** A picture that is invalid or too large to decode. */
export class ImageRefused extends Error {}

export type MadeImage = { full: Buffer; thumb: Buffer; width: number; height: number };

const MB = 1024 * 1024;
/** Memory for the pixels of all pictures that the process decodes at once. 50 megapixels take 150 MB. */
const DECODED_BYTES = 256 * MB;
const AT_ONCE = 2;
const DECODE_SECONDS = 20;
const QUALITY = { full: 82, thumb: 75 } as const;
const SAMPLE_BYTES: Record<string, number> = { uchar: 1, char: 1, ushort: 2, short: 2 };
/** Bytes of the largest possible sample. */
const LARGEST_SAMPLE = 8;
/** A progressive JPEG is decoded completely, with 16 bits for each sample, before it can be scaled down. */
const COEFFICIENT_BYTES = 2;

type Sharp = Awaited<ReturnType<typeof loadSharp>>;

const decoding = new FairQueue({ atOnce: AT_ONCE, capacity: DECODED_BYTES });

export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** Memory for the pixels of a picture with all its frames. Other JPEGs are scaled down while they are decoded. */
function decodedBytes({ format, width, height, channels, depth, pages = 1, isProgressive }: Metadata): number {
  const samples = width * height * channels * pages;
  if (format !== 'jpeg') return samples * (SAMPLE_BYTES[depth] ?? LARGEST_SAMPLE);
  if (isProgressive) return samples * COEFFICIENT_BYTES;
  const shrink = [8, 4, 2].find((factor) => Math.max(width, height) >= factor * IMAGE_MAX_SIDE) ?? 1;
  return samples / shrink ** 2;
}

/** @throws ImageRefused */
function requireSmall(metadata: Metadata): number {
  const { width, height, pages = 1 } = metadata;
  const bytes = decodedBytes(metadata);
  if (width * height <= IMAGE_MAX_PIXELS && bytes <= DECODED_BYTES) return bytes;
  const frames = pages > 1 ? `${pages} frames of ` : '';
  const measures = `${frames}${width} × ${height}`;
  throw new ImageRefused(
    width * height > IMAGE_MAX_PIXELS || pages > 1
      ? `This picture has too many pixels (${measures}). Please make it smaller.`
      : `This picture has too much detail to open (${measures} at its color depth). Please save it as a JPEG and try again.`,
  );
}

/** Pixels of the longest side of a drawing, which has no size in pixels. */
const DRAWING_SIDE = 1024;
/** Dots per inch at which a drawing has the size that it states. */
const DRAWING_DENSITY = 72;

/**
 * How finely a drawing is rendered; nothing for a picture made of pixels.
 * @throws ImageRefused for a drawing with content that other files or scripts could come from
 */
async function densityOf(sharp: Sharp, input: Buffer): Promise<{ density?: number }> {
  if (detectFileKind(input.subarray(0, DETECTION_BYTES)) !== 'svg') return {};
  const problem = drawingProblem(input);
  if (problem !== null) throw new ImageRefused(problem);
  try {
    const { width, height } = await sharp(input, { limitInputPixels: false }).metadata();
    return { density: Math.max((DRAWING_DENSITY * DRAWING_SIDE) / Math.max(width, height, 1), 1) };
  } catch (error) {
    throw new ImageRefused('This drawing is damaged and cannot be shown.', { cause: error });
  }
}

/**
 * Re-encodes a picture from its pixels: upright, scaled to screen size, and without camera metadata such as the
 * location.
 * @param account takes turns with other accounts whose pictures wait
 * @throws ImageRefused
 */
export function remakeImage(account: string, source: () => Promise<Buffer>): Promise<MadeImage> {
  return decoding.run(account, async (hold) => {
    const sharp = await loadSharp();
    const input = await source();
    const density = await densityOf(sharp, input);
    const decode = () =>
      sharp(input, { limitInputPixels: IMAGE_MAX_PIXELS, ...density }).timeout({ seconds: DECODE_SECONDS });
    try {
      await hold(requireSmall(await sharp(input, { limitInputPixels: false, ...density }).metadata()));
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
