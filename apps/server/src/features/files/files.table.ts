import { FILE_KINDS, FILE_PURPOSES } from '@stridewell/contract/files/files.rules';
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { relationships } from '../../core/relationships/relationships.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import {
  isClientOfRow,
  isClientOfTenant,
  isCoachOfTenant,
  isVisitorOfTenant,
  READING_CLIENT,
  scopeUser,
  WRITING_CLIENT,
} from '../../core/tenancy/policies.ts';
import { instant, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem } from '../../platform/db/policies.ts';

const isOwn = `uploaded_by = ${scopeUser}`;
const isPending = `status = 'pending'`;
const isWritingClient = `${isClientOfRow(WRITING_CLIENT)} and ${isOwn}`;
/** The coach's own photo and videos of exercises, which current clients may read. */
const isOfCoachOfCurrentClient = `${isClientOfTenant(WRITING_CLIENT)} and client_id is null and attached_at is not null
  and purpose not in ('receipt', 'logo', 'icon')`;
/** Pictures of the coach's brand. Which of them are published is known to the feature that shows them. */
const isPictureOfBrand = `${isVisitorOfTenant} and client_id is null and attached_at is not null
  and purpose in ('logo', 'icon')`;

/**
 * Tenant. A file. Its content is in the store, in the folder `<coach>/<id>/<attempt>`. The row is created before the
 * first byte, so all content in the store has an owner. Coach and client can read it; only the uploader can write it.
 * The coach's own photo, brand, videos of exercises and receipts belong to no relationship.
 */
export const files = pgTable(
  'files',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    /** Null for the coach's own photo, brand, videos of exercises and receipts. */
    clientId: uuid('client_id'),
    uploadedBy: uuid('uploaded_by').notNull(),
    kind: text('kind', { enum: FILE_KINDS }).notNull(),
    purpose: text('purpose', { enum: FILE_PURPOSES }).notNull(),
    status: text('status', { enum: ['pending', 'ready'] })
      .notNull()
      .default('pending'),
    name: text('name').notNull(),
    contentType: text('content_type').notNull(),
    /** Each upload of the same id writes to a separate folder. The first to finish becomes the file. */
    attempt: integer('attempt').notNull().default(1),
    bytes: integer('bytes').notNull().default(0),
    /** Most bytes that unfinished attempts may still write. */
    reserved: bigint('reserved', { mode: 'number' }).notNull().default(0),
    width: integer('width'),
    height: integer('height'),
    /** Digest of the content that readers get. */
    sha256: text('sha256'),
    createdAt: instant('created_at').notNull(),
    /** First use of the file. Unused files are deleted after a week. */
    attachedAt: instant('attached_at'),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    unique('files_client_key').on(table.coachId, table.clientId, table.id),
    foreignKey({
      columns: [table.coachId, table.clientId],
      foreignColumns: [relationships.coachId, relationships.clientId],
    }).onDelete('cascade'),
    index('files_unattached_index').on(table.createdAt).where(sql`attached_at is null`),
    // Sums the space of a coach and each client without reading the rows.
    index('files_use_index').on(table.coachId, table.clientId, table.bytes, table.reserved),
    oneOf('files_kind_check', 'kind', FILE_KINDS),
    oneOf('files_purpose_check', 'purpose', FILE_PURPOSES),
    oneOf('files_status_check', 'status', ['pending', 'ready']),
    check('files_ready_check', sql.raw(`status = 'pending' or (bytes > 0 and sha256 is not null)`)),
    check('files_attached_check', sql.raw(`attached_at is null or status = 'ready'`)),
    check(
      'files_owner_check',
      sql.raw(`(purpose in ('coach_photo', 'exercise', 'receipt', 'logo', 'icon')) = (client_id is null)`),
    ),
    allow('files_coach_read', 'select', isCoachOfTenant),
    // The key keeps the row in the tenant. The service checks that the client is current.
    allow('files_coach_insert', 'insert', `${isCoachOfTenant} and ${isOwn}`),
    allow('files_coach_update', 'update', `${isCoachOfTenant} and ${isOwn}`),
    allow('files_coach_delete', 'delete', `${isCoachOfTenant} and ${isOwn} and ${isPending}`),
    allow('files_client_read', 'select', isClientOfRow(READING_CLIENT)),
    allow('files_coach_photo_read', 'select', isOfCoachOfCurrentClient),
    allow('files_brand_read', 'select', isPictureOfBrand),
    allow('files_client_insert', 'insert', isWritingClient),
    allow('files_client_update', 'update', isWritingClient),
    allow('files_client_delete', 'delete', `${isWritingClient} and ${isPending}`),
    allow('files_sweep', 'all', isSystem('files')),
  ],
);
