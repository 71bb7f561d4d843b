import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { deliverMessage } from '../../features/messages/messages.delivery.ts';
import { messageOutbox } from '../../features/messages/messages.outbox.ts';
import { useUndeliveredMessages } from '../../features/messages/messages.undelivered.ts';
import { useStore } from '../../lib/store.ts';
import { askWhoOnRefusal, ENDED } from './delivery.ts';
import { holdUploads } from './files.ts';
import { NONE, openPlacesOf, type SendingProps, type Unsent, useReport, whileSignedIn } from './unsent.ts';

/** The person's messages that the server does not have. */
export function useUnsentMessages(session: CurrentSession): Unsent {
  const { id: userId } = session.user;
  const open = useMemo(() => openPlacesOf(session), [session]);
  const { items, waiting, full } = useStore(messageOutbox(userId));
  const left = useUndeliveredMessages(userId, session.role === 'Client', open, session.client?.coachId);
  return {
    moving: { ...NONE, messages: items.filter(({ problem }) => problem === null).length },
    left: { ...NONE, messages: left.length },
    all: { ...NONE, messages: items.length },
    waiting,
    full,
  };
}

/** Sends the person's messages, and stops with their session. */
export default function SendMessages({ session, onChange }: SendingProps) {
  const queries = useQueryClient();
  const { id: userId } = session.user;
  const isClient = session.role === 'Client';
  const isViewing = session.viewingUntil !== null;
  const conversations = openPlacesOf(session)
    .map(({ clientId }) => clientId)
    .sort()
    .join(' ');
  useEffect(() => {
    // Entries that the viewed person left on this device are theirs to send.
    if (isViewing) return;
    const outbox = messageOutbox(userId);
    if (isClient) {
      const isOpen = new Set(conversations.split(' '));
      outbox.refuse(({ lane }) => !isOpen.has(lane), ENDED);
    }
    return whileSignedIn(userId, [
      holdUploads(userId),
      outbox.start((item, signal) => askWhoOnRefusal(deliverMessage(queries, userId, item, signal))),
    ]);
  }, [queries, userId, isClient, isViewing, conversations]);
  useReport('messages', useUnsentMessages(session), onChange);
  return null;
}
