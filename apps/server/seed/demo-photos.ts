import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { PhotoSlot } from '@stridewell/contract/checkins/checkins.forms.rules';
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { checkIns } from '../src/features/checkins/checkins.table.ts';
import { remakeImage } from '../src/features/files/files.images.service.ts';
import { files } from '../src/features/files/files.table.ts';
import type { FileStore } from '../src/platform/files/store.ts';
import { PHOTOS } from './demo-forms.ts';
import type { OwnerDb } from './factories.ts';

const HEADS = { front: 450, side: 462 } as const;

/** A drawing of a person in front of a wall. `width` is the waist's. */
function figure(slot: 'front' | 'side', width: number): string {
  const [head, waist] = [HEADS[slot], slot === 'front' ? width : width * 0.66];
  const [shoulder, hip] = slot === 'front' ? [150, waist * 1.04] : [92, waist * 1.1];
  const half = (value: number) => [450 - value, 450 + value] as const;
  const [[s0, s1], [w0, w1], [h0, h1]] = [half(shoulder), half(waist), half(hip)];
  const arms =
    slot === 'front'
      ? `<path d="M${s0 + 20} 360Q${s0 - 40} 540 ${s0 - 18} 700M${s1 - 20} 360Q${s1 + 40} 540 ${s1 + 18} 700"/>`
      : '<path d="M450 370Q430 540 470 690"/>';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200">
    <rect width="900" height="1200" fill="#dfe5df"/><rect y="1040" width="900" height="160" fill="#b9a587"/>
    <rect x="60" y="120" width="150" height="240" rx="8" fill="#cfd8d0"/>
    <g fill="#c68f68"><circle cx="${head}" cy="210" r="76"/><rect x="418" y="270" width="64" height="70"/></g>
    <path d="M${head - 80} 200a80 80 0 0 1 160 0q-80 -50 -160 0" fill="#3a2c24"/>
    <g stroke="#c68f68" stroke-width="52" stroke-linecap="round" fill="none">${arms}</g>
    <path d="M${s0} 350Q450 300 ${s1} 350L${w1} 560L${h1} 700H${h0}L${w0} 560Z" fill="#2e7d5f"/>
    <path d="M${h0} 690H${h1}L${h1 - 12} 1080H${450 + 14}L450 780L${450 - 14} 1080H${h0 + 12}Z" fill="#27324a"/>
  </svg>`;
}

const SLOTS = ['front', 'side'] as const satisfies readonly PhotoSlot[];
const EVERY = 4;
const DAYS = 6;

export type PhotoOwner = { coachId: string; clientId: string; personId: string };
type Drawing = { name: string; svg: string; at: Date };

/** Stores a drawing as a photo that the client uploaded. @returns its id */
export async function storePhoto(
  db: OwnerDb,
  store: FileStore,
  { coachId, clientId, personId, name, svg, at }: PhotoOwner & Drawing,
): Promise<string> {
  const { full, thumb, width, height } = await remakeImage('seed', async () => Buffer.from(svg));
  const id = randomUUID();
  await db.insert(files).values({
    coachId,
    clientId,
    id,
    uploadedBy: personId,
    name,
    width,
    height,
    kind: 'image',
    purpose: 'photo',
    status: 'ready',
    contentType: 'image/webp',
    bytes: full.length,
    sha256: createHash('sha256').update(full).digest('hex'),
    createdAt: at,
    attachedAt: at,
  });
  await store.put(`${coachId}/${id}/1/full`, Readable.from([full]));
  await store.put(`${coachId}/${id}/1/thumb`, Readable.from([thumb]));
  return id;
}

/** Seeds photos in every fourth check-in of a client, who becomes slimmer. */
export async function seedPhotos(
  db: OwnerDb,
  store: FileStore,
  { coachId, clientId, personId }: PhotoOwner,
): Promise<void> {
  const rows = await db
    .select({ id: checkIns.id, submittedAt: checkIns.submittedAt })
    .from(checkIns)
    .where(and(eq(checkIns.coachId, coachId), eq(checkIns.clientId, clientId), isNotNull(checkIns.templateId)))
    .orderBy(desc(checkIns.submittedAt));
  const shown = rows.filter((_, index) => index % EVERY === 0).slice(0, DAYS);
  for (const [index, { id, submittedAt }] of shown.entries()) {
    const photos: { slot: PhotoSlot; fileId: string }[] = [];
    for (const slot of SLOTS) {
      const drawing = { name: `${slot}.webp`, svg: figure(slot, 96 + index * 6), at: submittedAt };
      photos.push({ slot, fileId: await storePhoto(db, store, { coachId, clientId, personId, ...drawing }) });
    }
    await db
      .update(checkIns)
      .set({ answers: sql`${checkIns.answers} || ${JSON.stringify({ [PHOTOS]: photos })}::jsonb` })
      .where(and(eq(checkIns.coachId, coachId), eq(checkIns.id, id)));
  }
}
