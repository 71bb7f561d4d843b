import { useMemo } from 'react';
import { useUndeliveredCheckIns } from '../../features/checkins/checkins.undelivered.ts';
import { UndeliveredCheckInCard } from '../../features/checkins/undelivered-check-in.tsx';
import { openPlacesOf } from '../sending/unsent.ts';
import { type UnsentPartProps, useCounted } from './part.ts';

export default function UnsentCheckIns({ session, onCount }: UnsentPartProps) {
  const { user, client, role } = session;
  const open = useMemo(() => openPlacesOf(session), [session]);
  const checkIns = useUndeliveredCheckIns(user.id, role === 'Client', open, client?.coachId);
  useCounted(checkIns.length, onCount);
  return checkIns.map((checkIn) => (
    <UndeliveredCheckInCard
      key={checkIn.id}
      userId={user.id}
      checkIn={checkIn}
      units={user.unitSystem}
      isBlind={client?.numbersOff ?? false}
    />
  ));
}
