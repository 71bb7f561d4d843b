import { desc } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { mintSystemScope } from '../db/mint.ts';
import type { RenderedMail } from './mail.ts';
import { outboxMails } from './outbox.table.ts';

const outboxScope = mintSystemScope('mail');

/** Adds a mail, unless an earlier try has added it. */
export async function insertOutboxMail(
  db: Database,
  { to, stopUrl: _stopUrl, own: _own, ...mail }: RenderedMail,
): Promise<void> {
  await db.write(outboxScope, (tx) =>
    tx
      .insert(outboxMails)
      .values({ recipient: to, ...mail })
      .onConflictDoNothing(),
  );
}

/** The newest 100 mails of the outbox, newest first. */
export function listOutbox(db: Database) {
  return db.read(outboxScope, (tx) => tx.select().from(outboxMails).orderBy(desc(outboxMails.createdAt)).limit(100));
}
