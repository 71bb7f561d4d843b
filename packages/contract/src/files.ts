import { z } from 'zod';
import { id } from './fields.ts';
import { FILE_KINDS, FILE_PURPOSES } from './files.rules.ts';

/** Description of a stored file. Its content is at `fileUrl`. */
export const storedFile = z.object({
  id,
  kind: z.enum(FILE_KINDS),
  name: z.string(),
  bytes: z.int(),
  /** Pixels; null for a PDF. */
  width: z.int().nullable(),
  height: z.int().nullable(),
});
export type StoredFile = z.infer<typeof storedFile>;

/** Query of an upload. The request body is the file. */
export const fileUpload = z
  .object({
    coachId: id,
    /** Client of the file; omitted for the coach's own photo. */
    clientId: id.optional(),
    /** The sender creates it, so a repeated upload changes nothing. */
    id,
    purpose: z.enum(FILE_PURPOSES),
    name: z.string().max(500).default(''),
  })
  .refine(({ clientId, purpose }) => (clientId === undefined) === (purpose === 'coach_photo'));
export type FileUpload = z.infer<typeof fileUpload>;

export const fileRequest = z.object({ coachId: id, id, size: z.enum(['full', 'thumb']).default('full') });

/** Plain HTTP instead of procedures, because the bodies are files. */
export const FILES_PATH = '/rest/v1/files';
export const fileUrl = (coachId: string, fileId: string, size: 'full' | 'thumb' = 'full'): string =>
  `${FILES_PATH}/${coachId}/${fileId}${size === 'thumb' ? '?size=thumb' : ''}`;
