import { useEffect } from 'react';
import { uploads } from '../../device/file-upload.ts';
import { isFileUsed } from '../../device/keys.ts';
import { type SendingProps, whileSignedIn } from './unsent.ts';

/** The uploads that continue: how many parts need them, and what stops them. */
const held = new Map<string, { count: number; stop: () => void }>();

/** Continues the uploads of this person until everything that asked for it has stopped. */
export function holdUploads(userId: string): () => void {
  const hold = held.get(userId) ?? { count: 0, stop: uploads.start(userId, (id) => isFileUsed(userId, id)) };
  hold.count += 1;
  held.set(userId, hold);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    hold.count -= 1;
    if (hold.count > 0) return;
    held.delete(userId);
    hold.stop();
  };
}

/** Uploads the files that no message or check-in has taken yet. */
export default function SendFiles({ session }: SendingProps) {
  const { id: userId } = session.user;
  const isViewing = session.viewingUntil !== null;
  useEffect(() => {
    return isViewing ? undefined : whileSignedIn(userId, [holdUploads(userId)]);
  }, [userId, isViewing]);
  return null;
}
