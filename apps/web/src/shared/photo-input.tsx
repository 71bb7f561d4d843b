import { Avatar, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { FILE_ACCEPT } from '@stridewell/contract/files/files.rules';
import { IconCamera } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { type UploadTarget, uploads, useUploads } from '../device/file-upload.ts';
import { UploadTile } from './upload-tile.tsx';

type PhotoInputProps = {
  label: string;
  /** The name of this input in the tab, so that a chosen photo survives a visit to another page. */
  list: string;
  target: UploadTarget;
  /** The stored photo. */
  current?: { url: string; alt: string } | undefined;
  /** Runs with the id of an uploaded photo, or with null when it was removed again. */
  onChange: (fileId: string | null) => void;
  /** The word on the button. */
  noun?: 'photo' | 'picture';
  accept?: string;
  /** Shows the stored picture uncut. */
  whole?: boolean;
  disabled?: boolean;
};

/** Chooses one photo and uploads it at once. */
export function PhotoInput({
  label,
  list,
  target,
  current,
  onChange,
  noun = 'photo',
  accept = FILE_ACCEPT.image,
  whole = false,
  disabled = false,
}: PhotoInputProps) {
  const upload = useUploads().find((one) => one.list === list);
  const readyId = upload?.status === 'ready' ? upload.id : null;
  const reportedId = useRef<string | null>(null);
  useEffect(() => {
    if (reportedId.current === readyId) return;
    reportedId.current = readyId;
    onChange(readyId);
  }, [readyId, onChange]);
  const drop = () => uploads.forget(uploads.take(list).map(({ id }) => id));
  const choose = (file: File | null) => {
    if (!file) return;
    drop();
    uploads.add(list, [file], target);
  };
  return (
    <Stack component="fieldset" gap="xs" miw={0} m={0} p={0} bd={0}>
      <Text component="legend" size="sm" fw={550} mb="xs">
        {label}
      </Text>
      {upload ? (
        <UploadTile upload={upload} onRemove={drop} onRetry={() => uploads.retry(upload.id)} />
      ) : (
        current && (
          <Avatar
            size={120}
            radius="lg"
            src={current.url}
            alt={current.alt}
            styles={whole ? { image: { objectFit: 'contain' } } : {}}
          />
        )
      )}
      <Group>
        <FileButton onChange={choose} accept={accept} disabled={disabled} inputProps={{ 'aria-label': label }}>
          {(props) => (
            <Button {...props} variant="light" disabled={disabled} leftSection={<IconCamera size={18} stroke={1.75} />}>
              {upload || current ? `Choose another ${noun}` : `Choose a ${noun}`}
            </Button>
          )}
        </FileButton>
      </Group>
    </Stack>
  );
}
