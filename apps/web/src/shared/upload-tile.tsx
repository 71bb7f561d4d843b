import { Avatar, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { bytesLabel } from '@stridewell/contract/files/files.rules';
import { IconFileTypePdf, IconPhoto, IconVideo, IconX } from '@tabler/icons-react';
import type { Upload } from '../device/file-upload.ts';
import { IconButton } from '../ui/icon-button.tsx';

const ICONS = { image: IconPhoto, pdf: IconFileTypePdf, video: IconVideo } as const;

type UploadTileProps = { upload: Upload; onRemove: () => void; onRetry: () => void };

function statusOf({ status, bytes, problem }: Upload): string {
  if (problem !== null) return problem;
  if (status === 'waiting') return 'Waiting for a connection';
  return status === 'preparing' ? 'Preparing' : bytesLabel(bytes);
}

/** A chosen file with its upload progress and its actions. */
export function UploadTile({ upload, onRemove, onRetry }: UploadTileProps) {
  const { kind, name, preview, status, progress } = upload;
  const Icon = ICONS[kind];
  return (
    <Group
      gap={10}
      wrap="nowrap"
      p={6}
      bd={`1px solid var(${status === 'refused' ? '--mantine-color-error' : '--control-edge'})`}
      bdrs="md"
    >
      <Avatar size={44} radius="sm" src={preview} alt="" aria-hidden>
        <Icon size={22} stroke={1.75} />
      </Avatar>
      <Stack gap={1} flex={1} miw={0}>
        <Text component="span" size="sm" fw={550} truncate>
          {name}
        </Text>
        <Text
          component="span"
          size="xs"
          c={status === 'refused' ? 'var(--mantine-color-error)' : 'dimmed'}
          role={status === 'refused' ? 'alert' : undefined}
        >
          {statusOf(upload)}
        </Text>
        {status === 'sending' && <Progress value={progress * 100} size={3} aria-label={`Sending ${name}`} />}
      </Stack>
      {status === 'waiting' && (
        <Button size="compact-xs" variant="light" onClick={onRetry} aria-label={`Try again: ${name}`}>
          Try again
        </Button>
      )}
      <IconButton size={32} onClick={onRemove} label={`Remove ${name}`} icon={IconX} iconSize={16} />
    </Group>
  );
}
