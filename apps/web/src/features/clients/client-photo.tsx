import { Button, Card, Text, Title } from '@mantine/core';
import { fileUrl } from '@stridewell/contract/files/files.rules';
import { uploads } from '../../device/file-upload.ts';
import { messageOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { PhotoInput } from '../../shared/photo-input.tsx';
import { useSetClientPhoto } from './clients.queries.ts';

type ClientPhotoProps = {
  coachId: string;
  clientId: string;
  fullName: string;
  photoId: string | null;
  /** The people who see it, for the client's own page. */
  seenBy?: string;
  onChanged?: () => void;
};

/** The photo of a client. It is saved as soon as it is uploaded. */
export function ClientPhoto({ coachId, clientId, fullName, photoId, seenBy, onChanged }: ClientPhotoProps) {
  const set = useSetClientPhoto(coachId, clientId);
  const list = `avatar.${clientId}`;
  const show = (fileId: string | null, done: string) =>
    set.mutate(fileId, {
      onSuccess() {
        uploads.forget(uploads.take(list).map(({ id }) => id));
        toast.success(done);
        onChanged?.();
      },
      onError: (error) => toast.error('The photo was not saved', messageOf(error, 'Please choose it again.')),
    });
  return (
    <Card component="section" aria-label={seenBy ? 'Your photo' : `Photo of ${fullName}`}>
      {seenBy && (
        <>
          <Title order={2} size="h3">
            Your photo
          </Title>
          <Text c="dimmed" mb="sm">
            Only {seenBy} sees it.
          </Text>
        </>
      )}
      <PhotoInput
        label={seenBy ? 'Photo' : `Photo of ${fullName}`}
        list={list}
        target={{ coachId, clientId, purpose: 'avatar' }}
        current={photoId ? { url: fileUrl(coachId, photoId, 'thumb'), alt: fullName } : undefined}
        onChange={(fileId) => fileId && show(fileId, 'Photo saved')}
      />
      {photoId && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          mt="xs"
          w="fit-content"
          loading={set.isPending}
          onClick={() => show(null, 'Photo removed')}
        >
          Remove photo
        </Button>
      )}
    </Card>
  );
}
