import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import { barsOf } from '../../../test/ean-bars.ts';
import { prepareReader, readBarcode } from './foodlogs.barcode-reader.ts';

/** A photo of a code: bars on white, with the noise and the shade of a camera. */
function pictureOf(bars: string, { module = 4, height = 200, noise = 0 } = {}): ImageData {
  const quiet = 12;
  const width = (bars.length + 2 * quiet) * module;
  const data = new Uint8ClampedArray(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const at = Math.floor((pixel % width) / module) - quiet;
    const shade = bars[at] === '1' ? 30 : 225;
    const grain = noise * Math.sin(pixel * 12.9898);
    data.set([shade + grain, shade + grain, shade + grain, 255], pixel * 4);
  }
  return { data, width, height, colorSpace: 'srgb' } as ImageData;
}

beforeAll(() => {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  prepareReader({ wasmBinary: new Uint8Array(readFileSync(file)).buffer });
});

describe('a picture of a pack', () => {
  it.each(['4006381333931', '0036000291452', '9780201379624'])('gives the code %s', async (code) => {
    expect(await readBarcode(pictureOf(barsOf(code)))).toBe(code);
  });

  it('gives it in a small picture with noise, too', async () => {
    expect(await readBarcode(pictureOf(barsOf('4006381333931'), { module: 2, height: 60, noise: 40 }))).toBe(
      '4006381333931',
    );
  });

  it('gives nothing without a code, or with a wrong check digit', async () => {
    expect(await readBarcode(pictureOf('0'.repeat(95)))).toBeNull();
    expect(await readBarcode(pictureOf(barsOf('4006381333932')))).toBeNull();
  });
});
