import { fitWithin, IMAGE_MAX_SIDE } from '@stridewell/contract/files/files.rules';

export type Picture = { blob: Blob; width: number | null; height: number | null };

/** Decoding larger files would freeze a phone. The server refuses them as too large. */
const MAX_DECODED_BYTES = 60 * 1024 * 1024;
/** Smaller files are sent unchanged. */
const MIN_BYTES = 600 * 1024;
const QUALITY = 0.86;

/** Pictures are decoded one after the other, because each takes the memory of all its pixels. */
let last: Promise<unknown> = Promise.resolve();

/** Rotates the picture upright and scales it to the size it is shown in. Unchanged where that saves nothing. */
export function downscale(file: Blob): Promise<Picture> {
  const picture = last.then(() => scale(file));
  last = picture;
  return picture;
}

async function scale(file: Blob): Promise<Picture> {
  const unchanged = { blob: file, width: null, height: null };
  if (typeof createImageBitmap !== 'function' || file.size > MAX_DECODED_BYTES) return unchanged;
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    // Not every browser decodes every format. The server may, and refuses the file if not.
    return unchanged;
  }
  try {
    const { width, height } = fitWithin(bitmap.width, bitmap.height, IMAGE_MAX_SIDE);
    const same = { blob: file, width, height };
    const opaque = file.type !== 'image/png' && file.type !== 'image/webp' && file.type !== 'image/gif';
    if (!opaque || (file.size < MIN_BYTES && width === bitmap.width)) return same;
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
    return blob && blob.size < file.size ? { blob, width, height } : same;
  } finally {
    bitmap.close();
  }
}
