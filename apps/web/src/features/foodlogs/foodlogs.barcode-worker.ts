import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { prepareReader, readBarcode } from './foodlogs.barcode-reader.ts';

/*
 * Reads the codes of packs in pictures of a camera. A worker, because compiled code needs a content policy that the page
 * does not have, and because reading takes longer than a frame.
 */

prepareReader({ locateFile: (file: string, prefix: string) => (file.endsWith('.wasm') ? wasm : prefix + file) });

self.addEventListener('message', ({ data }: MessageEvent<ImageData>) => {
  readBarcode(data).then(
    (code) => self.postMessage({ code }),
    (error: unknown) => self.postMessage({ problem: String(error) }),
  );
});
