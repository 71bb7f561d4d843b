import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { and, desc, eq, like } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { users } from '../src/core/people/people.table.ts';
import { relationships } from '../src/core/relationships/relationships.table.ts';
import { remakeImage } from '../src/features/files/files.images.service.ts';
import { files } from '../src/features/files/files.table.ts';
import { messageAttachments, messages } from '../src/features/messages/messages.table.ts';
import type { FileStore } from '../src/platform/files/store.ts';
import { seedPhotos } from './demo-photos.ts';
import type { OwnerDb } from './factories.ts';

/** A drawing of a breakfast from above. */
const BREAKFAST = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900">
  <rect width="1200" height="900" fill="#d9c7ae"/><path d="M0 300h1200M0 600h1200" stroke="#c9b394" stroke-width="6"/>
  <circle cx="560" cy="460" r="330" fill="#10201b" opacity=".14"/><circle cx="545" cy="445" r="325" fill="#f5f8f5"/>
  <circle cx="545" cy="445" r="270" fill="#fdf6ea"/>
  <g fill="#e8603c"><circle cx="430" cy="370" r="52"/><circle cx="520" cy="300" r="48"/><circle cx="410" cy="480" r="46"/></g>
  <g fill="#3d4f8a"><circle cx="640" cy="330" r="26"/><circle cx="695" cy="375" r="26"/><circle cx="700" cy="310" r="24"/>
  <circle cx="735" cy="430" r="26"/><circle cx="655" cy="400" r="25"/></g>
  <g fill="#b98b4e"><ellipse cx="560" cy="580" rx="34" ry="18"/><ellipse cx="630" cy="545" rx="34" ry="18"/>
  <ellipse cx="490" cy="600" rx="32" ry="17"/><ellipse cx="690" cy="520" rx="30" ry="17"/></g>
  <g fill="#2e8f6b"><ellipse cx="560" cy="420" rx="46" ry="20" transform="rotate(-30 560 420)"/>
  <ellipse cx="600" cy="460" rx="42" ry="18" transform="rotate(35 600 460)"/></g>
  <rect x="950" y="180" width="34" height="520" rx="17" fill="#84958d"/><ellipse cx="967" cy="220" rx="56" ry="84" fill="#84958d"/>
</svg>`;

const PLAN = [
  'Travel week',
  'Tuesday, 25 minutes: squats 3 x 15, push-ups 3 x 10, plank 3 x 40 s',
  'Thursday, 25 minutes: lunges 3 x 12, rows with a towel 3 x 12, side plank 3 x 30 s',
  'Every day: 8,000 steps, protein at breakfast, in bed by eleven',
];

/** A PDF with one page of text, in minimal syntax. */
export function pdfOf(lines: readonly string[]): Buffer {
  const text = lines.map((line, index) => `/F1 ${index === 0 ? 22 : 12} Tf (${line}) Tj 0 -32 Td`).join(' ');
  const content = `BT 60 760 Td ${text} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  return Buffer.from(`${body}${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`);
}

/** Seeds a plan from the coach and a photo from the client in the demo client's conversation. */
export async function seedFiles(db: OwnerDb, store: FileStore): Promise<void> {
  const [pair] = await db
    .select({ coachId: relationships.coachId, clientId: relationships.clientId, personId: users.id })
    .from(relationships)
    .innerJoin(users, eq(users.id, relationships.personId))
    .where(eq(users.email, 'demo.client@example.com'));
  if (!pair) return;
  const { coachId, clientId, personId } = pair;
  const picture = await remakeImage('seed', async () => Buffer.from(BREAKFAST));
  const pdf = pdfOf(PLAN);
  const hang = async (said: string, kind: 'image' | 'pdf', name: string, content: Buffer) => {
    const [message] = await db
      .select({ id: messages.id, sender: messages.sender, createdAt: messages.createdAt })
      .from(messages)
      .where(and(eq(messages.coachId, coachId), eq(messages.clientId, clientId), like(messages.body, `${said}%`)))
      .orderBy(desc(messages.seq))
      .limit(1);
    if (!message) return undefined;
    const id = uuidv7();
    await db.insert(files).values({
      coachId,
      clientId,
      id,
      kind,
      name,
      purpose: 'message',
      status: 'ready',
      bytes: content.length,
      uploadedBy: message.sender === 'coach' ? coachId : personId,
      contentType: kind === 'pdf' ? 'application/pdf' : 'image/webp',
      ...(kind === 'image' && { width: picture.width, height: picture.height }),
      sha256: createHash('sha256').update(content).digest('hex'),
      createdAt: message.createdAt,
      attachedAt: message.createdAt,
    });
    await db.insert(messageAttachments).values({ coachId, clientId, messageId: message.id, position: 0, fileId: id });
    await store.put(`${coachId}/${id}/1/full`, Readable.from([content]));
    return id;
  };
  await hang('Travel week ahead', 'pdf', 'Travel week.pdf', pdf);
  const photoId = await hang('Eggs or yoghurt', 'image', 'Breakfast.webp', picture.full);
  await seedPhotos(db, store, pair);
  if (photoId) await store.put(`${coachId}/${photoId}/1/thumb`, Readable.from([picture.thumb]));
}
