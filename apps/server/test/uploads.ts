import { crc32, deflateSync } from 'node:zlib';
import type { FileUpload, StoredFile } from '@stridewell/contract/files/files';
import type { Caller, TestApp } from './app.ts';

export const ORIGIN = 'http://localhost:3000';
export const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(4000, 'x'), Buffer.from('\n%%EOF')]);

/** The beginning of an MP4 file, and bytes that differ by their place. */
export const VIDEO = Buffer.concat([
  Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomavc1', 'latin1'),
  Buffer.from(Array.from({ length: 5000 }, (_, index) => index % 251)),
]);

export type UploadOptions = Omit<FileUpload, 'purpose'> & { purpose: string; origin: string };
type Given = Pick<FileUpload, 'coachId' | 'clientId' | 'id'> & Partial<UploadOptions>;

/** Uploads a file like the web app. */
export async function uploadFile(test: TestApp, caller: Caller, content: Buffer, given: Given) {
  const { origin = ORIGIN, clientId, ...rest } = { purpose: 'message', name: 'photo.jpg', ...given };
  const query = clientId === undefined ? rest : { ...rest, clientId };
  const response = await test.app.inject({
    method: 'POST',
    url: `/rest/v1/files?${new URLSearchParams(query)}`,
    headers: { origin, 'content-type': 'application/octet-stream', ...(caller.cookie && { cookie: caller.cookie }) },
    payload: content,
  });
  return { status: response.statusCode, body: response.json<StoredFile & { code: string; message: string }>() };
}

/** A picture with one bit per pixel, which is small at any size. */
export const blackPng = (width: number, height: number): Buffer =>
  pngOf(width, height, [1, 0], deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 1 }));

/** A picture without pixels that claims 16 bits for each of four channels. */
export const deepPng = (width: number, height: number): Buffer =>
  pngOf(width, height, [16, 6], deflateSync(Buffer.alloc(100)));

/**
 * A picture with frames of one pixel on a canvas of up to 2048 pixels a side. For larger ones, libraries use the
 * frame's size.
 */
export function animatedGif(width: number, height: number, frames: number): Buffer {
  const measures = Buffer.alloc(4);
  measures.writeUInt16LE(width, 0);
  measures.writeUInt16LE(height, 2);
  const start = [Buffer.from('GIF89a'), measures, Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255])];
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  return Buffer.concat([...start, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}

function pngOf(width: number, height: number, [bits, colors]: [number, number], pixels: Buffer): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const content = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(content));
    return Buffer.concat([length, content, sum]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, bits, colors, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}
