import { createHash } from 'node:crypto';
import type { ContactKind } from '@stridewell/contract/contacts/contacts.rules';
import { spamScoreOf } from '@stridewell/contract/contacts/contacts.rules';
import type { TouchKind } from '@stridewell/contract/prospects/prospects.rules';
import { tellOperators } from '../../core/operator-events.ts';
import type { Touch, TouchTx } from '../../core/touches.ts';
import { countRepeats, insertContact, updateDemo } from './contacts.data.ts';

const KINDS: Partial<Record<TouchKind, ContactKind>> = { contact_form: 'contact', demo_request: 'demo' };
const DAY_MS = 86_400_000;

/** Texts that differ only in case and spaces have the same digest. */
const textDigest = (text: string): string =>
  createHash('sha256').update(text.toLowerCase().replaceAll(/\s+/g, ' ').trim()).digest('base64url').slice(0, 22);

/** Adds a submitted form to the inbox, and updates it when a demo is booked, moved or canceled. */
export async function receiveTouch(tx: TouchTx, touch: Touch): Promise<void> {
  const kind = KINDS[touch.kind];
  if (touch.demoAt !== undefined) {
    await updateDemo(tx, touch.email, touch.demoAt);
    await tellOperators(tx, 'contacts');
  }
  if (!kind || !touch.form) return;
  const { text, filledMs, addressDigest } = touch.form;
  const digests = { addressDigest, textDigest: textDigest(text) };
  const since = new Date(touch.at.getTime() - DAY_MS);
  const repeats = text === '' ? 0 : await countRepeats(tx, { ...digests, since });
  const { score, reasons } = spamScoreOf({ email: touch.email, text, filledMs, repeats });
  await insertContact(tx, {
    id: touch.id,
    kind,
    name: touch.name,
    email: touch.email,
    business: touch.business ?? '',
    spamScore: score,
    spamReasons: reasons,
    receivedAt: touch.at,
    ...digests,
  });
  await tellOperators(tx, 'contacts');
}
