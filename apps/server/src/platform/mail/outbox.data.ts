import { desc } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../db/database.ts';
import { mintSystemScope } from '../db/mint.ts';
import type { RenderedMail } from './mail.ts';
import { outboxMails } from './outbox.table.ts';

const outboxScope = mintSystemScope('mail');

export async function insertOutboxMail(db: Database, { to, ...mail }: RenderedMail): Promise<void> {
  await db.write(outboxScope, (tx) => tx.insert(outboxMails).values({ id: uuidv7(), recipient: to, ...mail }));
}

/** The newest 100 mails of the outbox, newest first. */
export function listOutbox(db: Database) {
  return db.read(outboxScope, (tx) => tx.select().from(outboxMails).orderBy(desc(outboxMails.createdAt)).limit(100));
}
