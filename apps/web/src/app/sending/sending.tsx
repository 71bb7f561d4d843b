import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react';
import { UNSENT_KINDS, type UnsentKind } from '../../device/keys.ts';
import { senders } from '../../device/senders.ts';
import { useStoreLater } from '../../lib/store.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { addUnsent, hasFormerCoach, NOTHING, type SendingProps, type Unsent } from './unsent.ts';

const PARTS: Record<UnsentKind, () => Promise<{ default: ComponentType<SendingProps> }>> = {
  files: () => import('./files.ts'),
  messages: () => import('./messages.ts'),
  'check-ins': () => import('./check-ins.ts'),
  workouts: () => import('./workouts.ts'),
  'own-foods': () => import('./own-foods.ts'),
  food: () => import('./food.ts'),
  habits: () => import('./habits.ts'),
};

const LOAD_TRIES = 5;

const allKinds = (kinds: ReadonlySet<UnsentKind>) => kinds;

/** Entries stay on the device until this has loaded, so a failure shows nothing. */
function Part({ kind, session, onChange }: SendingProps & { kind: UnsentKind }) {
  const { data } = useLoaded(PARTS[kind], (failures) => failures < LOAD_TRIES);
  return data && <data.default session={session} onChange={onChange} />;
}

/**
 * Sends the person's stored entries on every page. The code of each kind loads when this tab has entries to send.
 * @returns what is not sent yet, and parts to render
 */
export function useSending(session: CurrentSession): { unsent: Unsent; parts: ReactNode } {
  const { id: userId } = session.user;
  const wanted = useStoreLater(senders, allKinds);
  const [known, setKnown] = useState<ReadonlyMap<UnsentKind, Unsent>>(new Map());
  const onChange = useCallback(
    (kind: UnsentKind, unsent: Unsent) => setKnown((before) => new Map(before).set(kind, unsent)),
    [],
  );
  useEffect(() => senders.follow(userId), [userId]);
  const hasFormer = hasFormerCoach(session);
  useEffect(() => {
    if (hasFormer) senders.add('check-ins');
  }, [hasFormer]);
  return {
    unsent: [...known.values()].reduce(addUnsent, NOTHING),
    parts: UNSENT_KINDS.filter((kind) => wanted.has(kind)).map((kind) => (
      <Part key={kind} kind={kind} session={session} onChange={onChange} />
    )),
  };
}
