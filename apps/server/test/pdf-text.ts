import { inflateSync } from 'node:zlib';

const OBJECT = /(\d+) 0 obj\n([\s\S]*?)\nendobj/g;

/** The unpacked stream of an object. */
function streamOf(object: string): string {
  const length = Number(/\/Length (\d+)/.exec(object)?.[1] ?? 0);
  const start = object.indexOf('stream\n') + 'stream\n'.length;
  const bytes = Buffer.from(object.slice(start, start + length), 'latin1');
  return (object.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
}

/** The letters of a font's glyphs, by their number. */
function lettersOf(map: string): string[] {
  const entries = [...map.matchAll(/\[([^\]]*)\]/g)].flatMap(([, list = '']) => [...list.matchAll(/<([^>]*)>/g)]);
  return entries.map(([, hex = '']) =>
    hex
      .split(' ')
      .map((unit) => String.fromCharCode(Number.parseInt(unit, 16)))
      .join(''),
  );
}

/** The text of a document that `renderPdf` made, a line for each piece that was drawn at once. */
export function pdfText(pdf: Buffer): string {
  const objects = new Map([...pdf.toString('latin1').matchAll(OBJECT)].map(([, id = '', text = '']) => [id, text]));
  const all = [...objects.values()];
  const fonts = new Map<string, string[]>();
  for (const [, name = '', id = ''] of all.join('\n').matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1];
    if (map) fonts.set(name, lettersOf(streamOf(objects.get(map) ?? '')));
  }
  const lines: string[] = [];
  for (const content of all.filter((object) => object.includes('stream\n')).map(streamOf)) {
    let letters: string[] = [];
    for (const [, font, pieces] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (font) letters = fonts.get(font) ?? [];
      const glyphs = [...(pieces ?? '').matchAll(/<([^>]*)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
      if (pieces) lines.push(glyphs.map((glyph) => letters[Number.parseInt(glyph, 16)] ?? '').join(''));
    }
  }
  return lines.join('\n');
}
