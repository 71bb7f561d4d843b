import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { barsOf } from '../../apps/web/test/ean-bars.ts';

const [WIDTH, HEIGHT, MODULE] = [640, 480, 5];
const [DARK, LIGHT, GRAY] = [30, 225, 128];

/** Writes a film of a code as a camera sees it, in the format that Chromium plays as its camera. @returns its path */
export function filmOf(code: string): string {
  const bars = barsOf(code);
  const start = Math.floor((WIDTH - bars.length * MODULE) / 2);
  const line = Buffer.alloc(WIDTH, LIGHT);
  for (let x = start; x < start + bars.length * MODULE; x += 1) {
    if (bars[Math.floor((x - start) / MODULE)] === '1') line[x] = DARK;
  }
  const blank = Buffer.alloc(WIDTH, LIGHT);
  const lines = Array.from({ length: HEIGHT }, (_, y) => (y > HEIGHT / 4 && y < (HEIGHT * 3) / 4 ? line : blank));
  const frame = Buffer.concat([Buffer.from('FRAME\n'), ...lines, Buffer.alloc((WIDTH * HEIGHT) / 2, GRAY)]);
  const path = join(tmpdir(), `camera-${code}-${process.pid}.y4m`);
  writeFileSync(
    path,
    Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`), frame, frame]),
  );
  return path;
}
