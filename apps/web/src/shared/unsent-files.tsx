import { Button, SimpleGrid, Stack, Text } from '@mantine/core';
import type { FileKind } from '@stridewell/contract/files/files.rules';
import { fileUrl } from '@stridewell/contract/files/files.rules';
import { IconDownload, IconPhotoOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { uploads, useUploads } from '../device/file-upload.ts';
import { Muted } from '../ui/muted.tsx';
import classes from '../ui/photo.module.css';

type UnsentFile = { id: string; kind: FileKind; label: string; fileName: string };

type UnsentFilesProps = {
  coachId: string;
  files: readonly UnsentFile[];
};

/** The files of something unsent, to view and download. */
export function UnsentFiles({ coachId, files }: UnsentFilesProps) {
  if (files.length === 0) return null;
  return (
    <SimpleGrid component="ul" minColWidth="128px" spacing="sm">
      {files.map((file) => (
        <Stack key={file.id} component="li" gap="xs" style={{ gridColumn: file.kind === 'pdf' ? '1 / -1' : undefined }}>
          <File file={file} stored={fileUrl(coachId, file.id)} />
        </Stack>
      ))}
    </SimpleGrid>
  );
}

function File({ file: { id, kind, label, fileName }, stored }: { file: UnsentFile; stored: string }) {
  const here = useContentUrl(id);
  const [gone, setGone] = useState(false);
  const url = here ?? (gone ? null : stored);
  return (
    <>
      {kind === 'image' &&
        (url ? (
          <img src={url} alt={`Original of ${label}`} className={classes.photo} onError={() => setGone(true)} />
        ) : (
          <span className={classes.photo}>
            <IconPhotoOff size={28} stroke={1.5} aria-hidden />
          </span>
        ))}
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
          <Text span inherit truncate>
            {label}
          </Text>
        </Button>
      ) : (
        <Muted>{label}: no longer on this device</Muted>
      )}
    </>
  );
}

/** An object URL of the file's content on this device. */
function useContentUrl(id: string): string | null {
  const known = useUploads().some((upload) => upload.id === id);
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const content = known ? uploads.getContent(id) : null;
    if (!content) return setUrl(null);
    const made = URL.createObjectURL(content);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [id, known]);
  return url;
}
