import { Avatar } from '@mantine/core';
import { fileUrl } from '@stridewell/contract/files';
import { initialsOf } from '@stridewell/contract/identity.rules';

type ClientAvatarProps = { coachId: string; photoId: string | null; name: string; size: number };

/** A client's photo or initials. Hidden from screen readers, because the name stands beside it. */
export function ClientAvatar({ coachId, photoId, name, size }: ClientAvatarProps) {
  return (
    <Avatar size={size} src={photoId && fileUrl(coachId, photoId, 'thumb')} alt="" aria-hidden>
      {initialsOf(name)}
    </Avatar>
  );
}
