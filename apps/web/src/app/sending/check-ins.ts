import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { checkInOutbox, draftStoreIn, laneOf } from '../../features/checkins/checkins.outbox.ts';
import { saveCheckInDraft, submitCheckIn } from '../../features/checkins/checkins.queries.ts';
import { useUndeliveredCheckIns } from '../../features/checkins/checkins.undelivered.ts';
import { useStore } from '../../lib/store.ts';
import { askWhoOnRefusal, ENDED } from './delivery.ts';
import { holdUploads } from './files.ts';
import { NONE, openPlacesOf, type SendingProps, type Unsent, useReport, whileSignedIn } from './unsent.ts';

/** The person's check-ins and drafts that the server does not have, and those that cannot be sent. */
export function useUnsentCheckIns(session: CurrentSession): Unsent {
  const { id: userId } = session.user;
  const open = useMemo(() => openPlacesOf(session), [session]);
  const { items, waiting, full } = useStore(checkInOutbox(userId));
  const left = useUndeliveredCheckIns(userId, session.role === 'Client', open, session.client?.coachId);
  const drafts = left.filter(({ isDraft }) => isDraft);
  return {
    moving: { ...NONE, checkIns: items.filter(({ problem }) => problem === null).length },
    left: { ...NONE, checkIns: left.length - drafts.length, drafts: drafts.length },
    all: { ...NONE, checkIns: items.length, drafts: drafts.filter(({ onlyHere }) => onlyHere).length },
    waiting,
    full,
  };
}

/** Saves a client's drafts and sends their check-ins, and stops with their session. */
export default function SendCheckIns({ session, onChange }: SendingProps) {
  const queries = useQueryClient();
  const { id: userId } = session.user;
  const isClient = session.role === 'Client';
  const isViewing = session.viewingUntil !== null;
  const lanes = openPlacesOf(session).map(laneOf).sort().join(' ');
  const blindLane = session.client?.numbersOff ? laneOf(session.client) : null;
  useEffect(() => {
    // Entries that the viewed person left on this device are theirs to send.
    if (isViewing) return;
    const open = lanes === '' ? [] : lanes.split(' ');
    for (const lane of open) draftStoreIn(userId, lane).hideNumbers(lane === blindLane);
    if (blindLane) draftStoreIn(userId, blindLane).hideNumbers(true);
    const stops = [
      holdUploads(userId),
      ...open.map((lane) => {
        const store = draftStoreIn(userId, lane);
        return store.start({ save: saveCheckInDraft(userId, store.relationship.coachId) });
      }),
    ];
    if (isClient) {
      const outbox = checkInOutbox(userId);
      outbox.refuse(({ lane }) => !open.includes(lane), ENDED);
      stops.push(
        outbox.start(({ lane, content }, signal) =>
          askWhoOnRefusal(submitCheckIn(queries, userId, draftStoreIn(userId, lane), content, signal)),
        ),
      );
    }
    return whileSignedIn(userId, stops);
  }, [queries, userId, isClient, isViewing, lanes, blindLane]);
  useReport('check-ins', useUnsentCheckIns(session), onChange);
  return null;
}
