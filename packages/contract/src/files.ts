import { z } from 'zod';
import { id } from './fields.ts';
import { FILE_KINDS, FILE_PURPOSES } from './files.rules.ts';

/** What is known of a stored file. Its content is at `fileUrl`. */
export const storedFile = z.object({
  id,
  kind: z.enum(FILE_KINDS),
  name: z.string(),
  bytes: z.int(),
  /** Of a picture; null for a PDF. */
  width: z.int().nullable(),
  height: z.int().nullable(),
});
export type StoredFile = z.infer<typeof storedFile>;

/** The query of an upload; its body is the file itself. */
export const fileUpload = z
  .object({
    coachId: id,
    /** The relationship that the file belongs to; none for what is the coach's own. */
    clientId: id.optional(),
    /** Made by the sender, so that sending it again is harmless. */
    id,
    purpose: z.enum(FILE_PURPOSES),
    name: z.string().max(500).default(''),
  })
  .refine(({ clientId, purpose }) => (clientId === undefined) === (purpose === 'coach_photo'));
export type FileUpload = z.infer<typeof fileUpload>;

export const fileRequest = z.object({ coachId: id, id, size: z.enum(['full', 'thumb']).default('full') });

/** Not procedures: their bodies are files. Uploads are sent to the first, and read from the second. */
export const FILES_PATH = '/rest/v1/files';
export const fileUrl = (coachId: string, fileId: string, size: 'full' | 'thumb' = 'full'): string =>
  `${FILES_PATH}/${coachId}/${fileId}${size === 'thumb' ? '?size=thumb' : ''}`;
