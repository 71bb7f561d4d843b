import { PLANS, type Plan } from '../billing/billing.rules.ts';

/** Rules of uploaded files: photos, PDFs and videos. */
export const FILE_KINDS = ['image', 'pdf', 'video'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Purpose of an upload. A file can only be used for its purpose. */
export const FILE_PURPOSES = [
  'message',
  'photo',
  'avatar',
  'coach_photo',
  'exercise',
  'receipt',
  'logo',
  'icon',
] as const;
export type FilePurpose = (typeof FILE_PURPOSES)[number];
const PURPOSE_KINDS: Record<FilePurpose, readonly FileKind[]> = {
  message: ['image', 'pdf'],
  photo: ['image'],
  avatar: ['image'],
  coach_photo: ['image'],
  exercise: ['video'],
  receipt: ['image', 'pdf'],
  logo: ['image'],
  icon: ['image'],
};

/** Files of the coach alone. The others belong to a client. */
const OF_COACH: readonly FilePurpose[] = ['coach_photo', 'exercise', 'receipt', 'logo', 'icon'];
export const isOfCoach = (purpose: FilePurpose): boolean => OF_COACH.includes(purpose);

const MB = 1024 * 1024;
const GB = 1024 * MB;
export const FILE_MAX_BYTES: Record<FileKind, number> = { image: 15 * MB, pdf: 20 * MB, video: 100 * MB };
/** Drawings as text. More would only be slow to draw. */
export const SVG_MAX_BYTES = MB / 4;
/** Longest side of a stored photo in pixels; fills any screen. */
export const IMAGE_MAX_SIDE = 2560;
export const THUMB_MAX_SIDE = 480;
/** More pixels than phone cameras produce, and few enough for the memory of a small server. */
export const IMAGE_MAX_PIXELS = 80_000_000;
/** Number of leading bytes that identify a file type. */
export const DETECTION_BYTES = 64;
const NAME_LENGTH = 80;

/** Types for file pickers. Without HEIC, so that iPhones convert to JPEG. */
export const FILE_ACCEPT: Record<FileKind, string> = {
  image: 'image/jpeg,image/png,image/webp,image/gif,image/avif',
  pdf: 'application/pdf',
  video: 'video/mp4,video/quicktime,video/webm',
};

const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));

/** Videos that every browser plays. QuickTime, which phones film, is MP4 with another name. */
const MP4_BRANDS = /^(?:isom|iso[2-9]|mp4[12]|avc1|M4V |MSNV|dash|qt {2}|3gp[4-6])$/;

/** Type of a video by its first bytes; null for anything else. */
export function videoType(bytes: Uint8Array): 'video/mp4' | 'video/webm' | null {
  if (ascii(bytes, 4, 8) === 'ftyp') return MP4_BRANDS.test(ascii(bytes, 8, 12)) ? 'video/mp4' : null;
  const isMatroska = ascii(bytes, 0, 4) === '\x1aE\xdf\xa3';
  return isMatroska && ascii(bytes, 4, DETECTION_BYTES).includes('webm') ? 'video/webm' : null;
}

export type DetectedKind = FileKind | 'heic' | 'svg';

/** Start of an SVG drawing, after what an editor writes before it. */
const SVG_START = /^(?:\xef\xbb\xbf)?\s*<(?:svg[\s>]|\?xml[\s])/;

/** File type by its first bytes, because names can lie; null for unsupported types. */
export function detectFileKind(bytes: Uint8Array): DetectedKind | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image';
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image';
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return 'image';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'image';
  if (ascii(bytes, 0, 5) === '%PDF-') return 'pdf';
  if (videoType(bytes)) return 'video';
  if (SVG_START.test(ascii(bytes, 0, DETECTION_BYTES))) return 'svg';
  if (ascii(bytes, 4, 8) !== 'ftyp') return null;
  // Checks all compatible brands, because many HEIC files start with a general one.
  const brands = ascii(bytes, 8, DETECTION_BYTES);
  if (/avi[fs]/.test(brands)) return 'image';
  return /hei[cxms]|hev[cx]|mif1|msf1/.test(brands) ? 'heic' : null;
}

export type FileProblem = { code: string; message: string };

const KIND_NAMES: Record<FileKind, string> = { image: 'A photo', pdf: 'A PDF', video: 'A video' };

const sizeLabel = (bytes: number): string => `${Math.round(bytes / MB)} MB`;

export const tooLarge = (kind: FileKind): FileProblem => ({
  code: 'FILE_TOO_LARGE',
  message: `${KIND_NAMES[kind]} can have up to ${sizeLabel(FILE_MAX_BYTES[kind])}.`,
});

/** Most bytes of an upload for a purpose, and the problem of more. */
export function largestFor(purpose: FilePurpose): { bytes: number; problem: FileProblem } {
  const kinds = PURPOSE_KINDS[purpose].map((kind) => ({ bytes: FILE_MAX_BYTES[kind], problem: tooLarge(kind) }));
  return kinds.reduce((largest, next) => (next.bytes > largest.bytes ? next : largest));
}

/** Why this purpose refuses a file kind; null when it is allowed. */
export function kindProblem(kind: DetectedKind | null, purpose: FilePurpose): FileProblem | null {
  const taken = PURPOSE_KINDS[purpose];
  const isPicture = purpose === 'logo' || purpose === 'icon';
  if (kind === 'svg' ? isPicture : kind !== null && kind !== 'heic' && taken.includes(kind)) return null;
  const takesPhoto = taken.includes('image');
  const wanted = isPicture
    ? 'Please choose a picture (PNG, JPEG, WebP or SVG).'
    : takesPhoto
      ? `Please choose a photo (JPEG, PNG, WebP, GIF or AVIF)${taken.includes('pdf') ? ' or a PDF' : ''}.`
      : 'Please choose a video (MP4, MOV or WebM).';
  return {
    code: 'FILE_TYPE_REFUSED',
    message:
      kind === 'heic' && takesPhoto ? 'We can’t open HEIC photos. Please save it as a JPEG and add it again.' : wanted,
  };
}

/** File size for display. */
export function bytesLabel(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < MB) return `${Math.round(bytes / 1024)} kB`;
  return bytes < GB ? `${(bytes / MB).toFixed(1)} MB` : `${Number((bytes / GB).toFixed(1))} GB`;
}

/** Most space of the files of a coach and all their clients together. */
export const storageBytes = (plan: Plan): number => PLANS[plan].storageGigabytes * GB;
/** Most space of the files of one client, so that one cannot fill up the space of all. */
export const CLIENT_STORAGE_BYTES = GB;

/** Bytes of all files of a coach, and of those of the client of an upload. */
export type StorageUse = { ofCoach: number; ofClient: number };

/** Why there is no space for an upload that `use` already counts; null when there is. */
export function storageProblem(use: StorageUse, plan: Plan, sender: 'coach' | 'client'): FileProblem | null {
  const code = 'STORAGE_FULL';
  const isCoach = sender === 'coach';
  if (use.ofClient > CLIENT_STORAGE_BYTES) {
    const whose = isCoach ? "This client's files" : 'Your files';
    const wayOut = isCoach ? '' : ' Please talk to your coach.';
    return {
      code,
      message: `${whose} have reached ${bytesLabel(CLIENT_STORAGE_BYTES)}, so this one was not saved.${wayOut}`,
    };
  }
  const limit = storageBytes(plan);
  if (use.ofCoach <= limit) return null;
  if (!isCoach) {
    return { code, message: "Your coach's file storage is full, so this file was not saved. Please tell your coach." };
  }
  const wayOut = `Remove files that you no longer need${plan === 'pro' ? '' : ', or choose a larger plan'}.`;
  return {
    code,
    message: `Your files have reached the ${bytesLabel(limit)} of your plan, so this one was not saved. ${wayOut}`,
  };
}

const EXTENSION: Record<FileKind, string> = { image: '.webp', pdf: '.pdf', video: '.mp4' };
const UNNAMED: Record<FileKind, string> = { image: 'photo', pdf: 'document', video: 'video' };

/** Safe file name: no path, no invisible characters, and the extension of its type. */
export function fileName(given: string, kind: FileKind): string {
  const base = (given.split(/[/\\]/).at(-1) ?? '')
    // Format characters can reverse the display of a name; file systems refuse the others.
    .replace(/[\p{C}<>:"|?*]/gu, '')
    .replace(/\.[^.]{1,5}$/, '')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const short = Array.from(base).slice(0, NAME_LENGTH).join('').trim();
  const isWebm = kind === 'video' && /\.webm$/i.test(given);
  return `${short || UNNAMED[kind]}${isWebm ? '.webm' : EXTENSION[kind]}`;
}

/** Scales a picture down to `side` pixels, keeping its proportions. */
export function fitWithin(width: number, height: number, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Plain HTTP instead of procedures, because the bodies are files. */
export const FILES_PATH = '/rest/v1/files';
export const fileUrl = (coachId: string, fileId: string, size: 'full' | 'thumb' = 'full'): string =>
  `${FILES_PATH}/${coachId}/${fileId}${size === 'thumb' ? '?size=thumb' : ''}`;

const OWN_FILE = new RegExp(`^${FILES_PATH}/([0-9a-f-]{36})/([0-9a-f-]{36})$`);

/** The file that an address of `fileUrl` names, in full size; null for other addresses. */
export function parseFileUrl(url: string): { coachId: string; fileId: string } | null {
  const [, coachId, fileId] = OWN_FILE.exec(url) ?? [];
  return coachId !== undefined && fileId !== undefined ? { coachId, fileId } : null;
}
