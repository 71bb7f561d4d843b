import { Avatar } from '@mantine/core';
import { fileUrl } from '@stridewell/contract/files/files.rules';
import { initialsOf } from '@stridewell/contract/identity/identity.rules';
import type { CSSProperties } from 'react';
import classes from './client-avatar.module.css';

type ClientAvatarProps = { name: string; size: number; coachId?: string; photoId?: string | null };

const HUES = 12;
const HASH = { factor: 433, modulus: 9973, start: 7 };

/** The hue of a name, in degrees; always the same for one name. */
export function hueOf(name: string): number {
  const hash = [...name].reduce(
    (sum, letter) => (sum * HASH.factor + (letter.codePointAt(0) ?? 0)) % HASH.modulus,
    HASH.start,
  );
  return (hash % HUES) * (360 / HUES);
}

/** A client's photo, or initials on the tint of the name. Hidden from screen readers, because the name stands beside it. */
export function ClientAvatar({ name, size, coachId, photoId }: ClientAvatarProps) {
  const hue = { '--hue': hueOf(name) } as CSSProperties;
  const photo = coachId && photoId ? fileUrl(coachId, photoId, 'thumb') : null;
  return (
    <Avatar size={size} src={photo} alt="" aria-hidden classNames={{ placeholder: classes.tint }} style={hue}>
      {initialsOf(name)}
    </Avatar>
  );
}
