import { z } from 'zod';
import { procedure } from '../errors.ts';
import { id } from '../fields.ts';
import { FILE_KINDS, FILE_PURPOSES, isOfCoach } from './files.rules.ts';

/** Description of a stored file. Its content is at `fileUrl`. */
export const storedFile = z.object({
  id,
  kind: z.enum(FILE_KINDS),
  name: z.string(),
  bytes: z.int(),
  /** Pixels of a photo; null for other files. */
  width: z.int().nullable(),
  height: z.int().nullable(),
});
export type StoredFile = z.infer<typeof storedFile>;

/** Query of an upload. The request body is the file. */
export const fileUpload = z
  .object({
    coachId: id,
    /** Client of the file; omitted for the coach's own photo, videos of exercises and receipts. */
    clientId: id.optional(),
    /** The sender creates it, so a repeated upload changes nothing. */
    id,
    purpose: z.enum(FILE_PURPOSES),
    name: z.string().max(500).default(''),
  })
  .refine(({ clientId, purpose }) => (clientId === undefined) === isOfCoach(purpose));
export type FileUpload = z.infer<typeof fileUpload>;

export const fileRequest = z.object({ coachId: id, id, size: z.enum(['full', 'thumb']).default('full') });

/** The space that the files of a coach and their clients use, and what the plan gives. */
export const storage = z.object({ usedBytes: z.int(), limitBytes: z.int() });
export type Storage = z.infer<typeof storage>;

/** As many as the storage of the spec lists when it is not asked otherwise. */
const FILES_PAGE = 100;
const whole = (max: number) => z.coerce.number().int().min(0).max(max);

export const files = {
  listFiles: procedure({ allow: 'relationship' })
    .route({ method: 'GET', path: '/storage/files', tags: ['files'], summary: 'List the files of a client by name' })
    .input(
      z.object({
        coachId: id,
        clientId: id,
        limit: whole(FILES_PAGE).min(1).default(FILES_PAGE),
        offset: whole(1_000_000).default(0),
      }),
    )
    .output(z.object({ files: z.array(storedFile) })),
  getStorage: procedure({ allow: 'coach', whileViewing: true })
    .route({
      method: 'GET',
      path: '/storage',
      tags: ['files'],
      summary: 'Get the storage that the calling coach uses and may use',
    })
    .input(z.object({ coachId: id }))
    .output(storage),
};
