import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bytesLabel,
  detectFileKind,
  FILE_KINDS,
  FILE_PURPOSES,
  fileName,
  fitWithin,
  kindProblem,
  storageBytes,
  storageProblem,
  tooLarge,
} from './files.rules.ts';

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('detectFileKind', () => {
  it.each([
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'image'],
    ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image'],
    ['GIF89a', 'image'],
    ['RIFF\x10\0\0\0WEBPVP8 ', 'image'],
    ['\0\0\0\x1cftypavif\0\0\0\0avifmif1', 'image'],
    ['\0\0\0\x1cftypmif1\0\0\0\0mif1avif', 'image'],
    ['\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'heic'],
    ['\0\0\0\x18ftypmif1\0\0\0\0mif1heic', 'heic'],
    ['%PDF-1.7\n', 'pdf'],
    ['\0\0\0\x18ftypmp42\0\0\0\0isommp42', 'video'],
    ['\0\0\0\x14ftypqt  \0\0\0\0qt  ', 'video'],
    ['\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\x82\x84webm', 'video'],
    ['\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\x82\x88matroska', null],
    ['\0\0\0\x18ftypM4A \0\0\0\0M4A mp42', null],
    ['<svg xmlns="http://www.w3.org/2000/svg">', 'svg'],
    ['\xef\xbb\xbf<?xml version="1.0"?><svg>', 'svg'],
    ['<svgx>', null],
    ['<!doctype html><script>', null],
    [' %PDF-1.7', null],
    ['RIFF\x10\0\0\0WAVEfmt ', null],
    ['', null],
  ])('reads %j as %s', (start, kind) => {
    expect(detectFileKind(bytesOf(start))).toBe(kind);
  });

  it('takes nothing that begins with text of a page', () => {
    fc.assert(
      fc.property(fc.constantFrom('<', ' <', '\n<', '\ufeff<'), fc.string(), (start, rest) => {
        const kind = detectFileKind(new TextEncoder().encode(start + rest));
        expect(kindProblem(kind, 'message')?.code).toBe('FILE_TYPE_REFUSED');
      }),
    );
  });
});

describe('kindProblem', () => {
  it('takes videos for exercises alone, photos for everything else, and PDFs for messages and receipts', () => {
    for (const purpose of FILE_PURPOSES) {
      expect(kindProblem('video', purpose) === null).toBe(purpose === 'exercise');
    }
    for (const purpose of FILE_PURPOSES) {
      expect(kindProblem('svg', purpose) === null).toBe(purpose === 'logo' || purpose === 'icon');
    }
    for (const kind of ['image', 'pdf', 'heic', null] as const) {
      expect(kindProblem(kind, 'exercise')?.message).toBe('Please choose a video (MP4, MOV or WebM).');
    }
    for (const purpose of FILE_PURPOSES.filter((one) => one !== 'exercise')) {
      expect(kindProblem('image', purpose)).toBeNull();
      expect(kindProblem('pdf', purpose) === null).toBe(purpose === 'message' || purpose === 'receipt');
      expect(kindProblem('heic', purpose)?.message).toContain('HEIC');
    }
    expect(kindProblem('pdf', 'photo')?.message).not.toContain('PDF');
    expect(kindProblem(null, 'message')?.message).toContain('or a PDF');
  });
});

describe('fileName', () => {
  it('keeps what people call a file', () => {
    expect(fileName('Meal plan – week 3.pdf', 'pdf')).toBe('Meal plan – week 3.pdf');
    expect(fileName('IMG_0042.JPG', 'image')).toBe('IMG_0042.webp');
    expect(fileName('../../etc/passwd', 'pdf')).toBe('passwd.pdf');
    expect(fileName('invoice\u202Efdp.exe', 'pdf')).toBe('invoicefdp.pdf');
    expect(fileName('.htaccess', 'image')).toBe('htaccess.webp');
    expect(fileName('', 'pdf')).toBe('document.pdf');
    expect(fileName('Squat.MOV', 'video')).toBe('Squat.mp4');
    expect(fileName('squat.webm', 'video')).toBe('squat.webm');
  });

  const NAMES = { image: /^[^.\s].*\.webp$/su, pdf: /^[^.\s].*\.pdf$/su, video: /^[^.\s].*\.(?:mp4|webm)$/su };

  it('is one harmless name, whatever is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.constantFrom(...FILE_KINDS), (given, kind) => {
        const name = fileName(given, kind);
        expect(name).not.toMatch(/[/\\\p{C}<>:"|?*]/u);
        expect(name).toMatch(NAMES[kind]);
        expect(Array.from(name).length).toBeLessThanOrEqual(85);
      }),
    );
  });
});

describe('fitWithin', () => {
  const side = fc.integer({ min: 1, max: 30_000 });

  it('never enlarges, keeps within the side and the proportions', () => {
    fc.assert(
      fc.property(side, side, side, (width, height, max) => {
        const fitted = fitWithin(width, height, max);
        expect(Math.max(fitted.width, fitted.height)).toBeLessThanOrEqual(Math.max(1, max));
        expect(fitted.width).toBeLessThanOrEqual(width);
        expect(fitted.height).toBeLessThanOrEqual(height);
        const scale = Math.min(1, max / Math.max(width, height));
        expect(Math.abs(fitted.width - width * scale)).toBeLessThanOrEqual(1);
        expect(Math.abs(fitted.height - height * scale)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

it('sizes and limits read like sizes', () => {
  expect([12, 5000, 2_621_440, 1_288_490_189, 2 * 1024 ** 3].map(bytesLabel)).toEqual([
    '12 B',
    '5 kB',
    '2.5 MB',
    '1.2 GB',
    '2 GB',
  ]);
  expect(tooLarge('image').message).toBe('A photo can have up to 15 MB.');
  expect(tooLarge('pdf').message).toBe('A PDF can have up to 20 MB.');
});

it.each([
  ['plus', 'Remove files that you no longer need, or choose a larger plan.'],
  ['pro', 'Remove files that you no longer need.'],
] as const)('a full storage on %s names only ways out that there are', (plan, wayOut) => {
  const use = { ofCoach: storageBytes(plan) + 1, ofClient: 0 };
  expect(storageProblem(use, plan, 'coach')?.message).toContain(`so this one was not saved. ${wayOut}`);
  expect(storageProblem(use, plan, 'client')?.message).toContain('Please tell your coach.');
  expect(storageProblem({ ...use, ofCoach: storageBytes(plan) }, plan, 'coach')).toBeNull();
});
