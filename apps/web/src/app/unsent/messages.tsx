import { useMemo } from 'react';
import { useUndeliveredMessages } from '../../features/messages/messages.undelivered.ts';
import { UndeliveredMessageCard } from '../../features/messages/undelivered-message.tsx';
import { openPlacesOf } from '../sending/unsent.ts';
import { type UnsentPartProps, useCounted } from './part.ts';

export default function UnsentMessages({ session, onCount }: UnsentPartProps) {
  const { user, client, role } = session;
  const open = useMemo(() => openPlacesOf(session), [session]);
  const messages = useUndeliveredMessages(user.id, role === 'Client', open, client?.coachId);
  useCounted(messages.length, onCount);
  return messages.map((message) => (
    <UndeliveredMessageCard
      key={message.id}
      userId={user.id}
      item={message}
      onHold={open.some(({ clientId }) => clientId === message.lane)}
    />
  ));
}
