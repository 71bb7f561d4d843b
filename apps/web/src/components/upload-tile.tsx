import { Button, Progress, Text } from '@mantine/core';
import { bytesLabel } from '@stridewell/contract/files.rules';
import { IconFileTypePdf, IconPhoto, IconX } from '@tabler/icons-react';
import type { Upload } from '../lib/file-upload.ts';
import { IconButton } from './icon-button.tsx';
import classes from './upload-tile.module.css';

type UploadTileProps = { upload: Upload; onRemove: () => void; onRetry: () => void };

function statusOf({ status, bytes, problem }: Upload): string {
  if (problem !== null) return problem;
  if (status === 'waiting') return 'Waits for the connection';
  return status === 'preparing' ? 'Preparing' : bytesLabel(bytes);
}

/** A chosen file with its upload progress and its actions. */
export function UploadTile({ upload, onRemove, onRetry }: UploadTileProps) {
  const { kind, name, preview, status, progress } = upload;
  const Icon = kind === 'pdf' ? IconFileTypePdf : IconPhoto;
  return (
    <div className={classes.tile} data-refused={status === 'refused' || undefined}>
      <span className={classes.picture}>
        {preview ? <img src={preview} alt="" /> : <Icon size={22} stroke={1.75} aria-hidden />}
      </span>
      <span className={classes.words}>
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
      </span>
      {status === 'waiting' && (
        <Button size="compact-xs" variant="light" onClick={onRetry} aria-label={`Try again: ${name}`}>
          Try again
        </Button>
      )}
      <IconButton size={32} onClick={onRemove} label={`Remove ${name}`} icon={IconX} iconSize={16} />
    </div>
  );
}
