import type { TouchKind } from '@stridewell/contract/prospects/prospects.rules';
import type { Tx } from '../platform/db/database.ts';
import type { SystemScope } from '../platform/db/scope.ts';
import { registryOf } from './registry.ts';

/** Scopes in which people come into contact with the platform: its public pages, sign-up and purchases. */
export type TouchTx = Tx<SystemScope<'site'> | SystemScope<'identity'> | SystemScope<'billing'>>;

/** An action of a person who may become a coach. A repeated touch has the same kind and id. */
export type Touch = {
  kind: TouchKind;
  /** Id of the form, the booking or the person. */
  id: string;
  email: string;
  name: string;
  at: Date;
  business?: string;
  phone?: string;
  /** How the person found the platform, in their words. */
  heardFrom?: string;
  /** The coach, once the person is one. */
  coachId?: string;
  /** The start of a booked demo; null once it is canceled. */
  demoAt?: Date | null;
  /** For a form: its free text, the time it took, and the digest of the sender's address. */
  form?: { text: string; filledMs: number | null; addressDigest: string };
};

/** The part of a manifest that concerns touches. It runs in the transaction of the touch, which fails with it. */
export type TouchedFeature = { onTouch?: (tx: TouchTx, touch: Touch) => Promise<void> };

/** Notifies the features of a touch, one after another. */
export async function announceTouch(tx: TouchTx, touch: Touch): Promise<void> {
  for (const handle of registryOf(tx).touchHandlers) await handle(tx, touch);
}
