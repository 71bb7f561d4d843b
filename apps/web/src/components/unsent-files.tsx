import { Button, Text } from '@mantine/core';
import { fileUrl } from '@stridewell/contract/files';
import { IconDownload, IconFileTypePdf, IconPhotoOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { uploads, useUploads } from '../lib/file-upload.ts';
import classes from './unsent-files.module.css';

export type UnsentFile = { id: string; kind: 'image' | 'pdf'; label: string; fileName: string };

/** What hangs on something unsent, to be looked at and saved elsewhere. */
export function UnsentFiles({ coachId, files }: { coachId: string; files: readonly UnsentFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul className={classes.files}>
      {files.map((file) => (
        <li key={file.id}>
          <OneFile {...{ coachId, file }} />
        </li>
      ))}
    </ul>
  );
}

function OneFile({ coachId, file: { id, kind, label, fileName } }: { coachId: string; file: UnsentFile }) {
  const here = useContentUrl(id);
  const [gone, setGone] = useState(false);
  // What the server has of it already is with the coach of that time, who may be out of reach by now.
  const url = here ?? (gone ? null : fileUrl(coachId, id));
  return (
    <>
      {kind === 'pdf' ? (
        <span className={classes.picture}>
          <IconFileTypePdf size={28} stroke={1.5} aria-hidden />
        </span>
      ) : url ? (
        <img src={url} alt={`${label}, as chosen`} className={classes.picture} onError={() => setGone(true)} />
      ) : (
        <span className={classes.picture}>
          <IconPhotoOff size={28} stroke={1.5} aria-hidden />
        </span>
      )}
      {url ? (
        <Button
          component="a"
          href={url}
          download={fileName}
          variant="default"
          mih={44}
          fullWidth
          aria-label={`Download ${label}`}
          leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
        >
          <span className={classes.name}>{label}</span>
        </Button>
      ) : (
        <Text size="sm" c="dimmed" ta="center">
          {label}: not on this device any more
        </Text>
      )}
    </>
  );
}

/** An address of what this device has of a file. */
function useContentUrl(id: string): string | null {
  const known = useUploads().some((upload) => upload.id === id);
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const content = known ? uploads.contentOf(id) : null;
    if (!content) return setUrl(null);
    const made = URL.createObjectURL(content);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [id, known]);
  return url;
}
